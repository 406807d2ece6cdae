import type { Resolvers } from '../theme.gen.ts';

export default {
  Query: { homePicture: (_root, _args, { settings }) => settings.picture },
} satisfies Resolvers;
