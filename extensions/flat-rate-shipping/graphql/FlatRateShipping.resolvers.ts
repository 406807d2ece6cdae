import type { Resolvers } from '../flat-rate-shipping.gen.ts';
import { flatRate } from '../src/flat-rate.ts';

export default {
  Query: {
    flatRateShipping: () => flatRate,
  },
} satisfies Resolvers;
