import type { Resolvers } from 'stoa';
import { flatRate } from '../src/flat-rate.ts';

export default {
  Query: {
    flatRateShipping: () => flatRate,
  },
} satisfies Resolvers;
