import type { Resolvers } from '../flat-rate-shipping.gen.ts';
import { amountOf, daysOf, findZone, sortedDays } from '../src/flat-rate.ts';

const code = 'flat-rate';

export default {
  Query: {
    flatRateShipping: (_root, _args, { settings, shop }) => {
      const zone = findZone(settings, shop.country);
      return zone === undefined
        ? null
        : { amount: zone.amount, price: zone.amount / 10 ** shop.decimals, days: sortedDays(zone) };
    },
    deliveryCountries: (_root, { among }, { settings }) =>
      among.filter((country) => findZone(settings, country) !== undefined),
    deliveryMethods: (_root, { country, goods }, { settings, text }) => {
      const zone = findZone(settings, country);
      if (zone === undefined) return [];
      return [
        {
          __typename: 'FlatRateMethod',
          code,
          label: text('shipping.name'),
          about: text('shipping.about', daysOf(zone, text)),
          amount: amountOf(zone, goods),
        },
      ];
    },
  },
  Cart: {
    claims: ({ country, deliveryMethod, lines }, _args, { settings, text }) => {
      const zone = deliveryMethod === code ? findZone(settings, country) : undefined;
      if (zone === undefined) return [];
      const goods = lines.reduce((sum, { quantity, variant }) => sum + quantity * (variant?.money ?? 0), 0);
      return [
        {
          __typename: 'FlatRateClaim',
          kind: 'DELIVERY',
          code,
          label: text('shipping.name'),
          amount: amountOf(zone, goods),
          taxClass: null,
        },
      ];
    },
  },
} satisfies Resolvers;
