import type { Part } from 'stoa';
import type { Resolvers } from '../flat-rate-shipping.gen.ts';
import { findZone } from '../src/flat-rate.ts';

export default {
  Query: {
    flatRateShipping: (_root, _args, { settings, shop }) => {
      const zone = findZone(settings, shop.country) ?? settings.zones[0];
      return { price: (zone?.amount ?? 0) / 100, days: zone?.days ?? [] };
    },
  },
} satisfies Part<Resolvers>;
