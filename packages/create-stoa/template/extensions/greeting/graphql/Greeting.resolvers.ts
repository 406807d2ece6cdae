import type { Resolvers } from '../greeting.gen.ts';

export default {
  Query: { greeting: () => 'Welcome to your new shop' },
} satisfies Resolvers;
