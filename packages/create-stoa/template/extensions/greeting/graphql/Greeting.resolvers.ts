import type { Resolvers } from 'stoa';

export default {
  Query: { greeting: () => 'Welcome to your new shop' },
} satisfies Resolvers;
