import type { Context, Resolvers } from '../pick-up.gen.ts';

const code = 'pick-up';

export default {
  Query: {
    deliveryCountries: (_root, { among }, context) => among.filter((country) => isOffered(context, country)),
    deliveryMethods: (_root, { country }, context) =>
      isOffered(context, country)
        ? [
            {
              __typename: 'PickUpMethod',
              code,
              label: context.text('pickUp.name'),
              about: context.settings.place,
              amount: 0,
            },
          ]
        : [],
  },
  Cart: {
    claims: ({ deliveryMethod, country }, _args, context) =>
      deliveryMethod === code && isOffered(context, country)
        ? [
            {
              __typename: 'PickUpClaim',
              kind: 'DELIVERY',
              code,
              label: context.text('pickUp.name'),
              amount: 0,
              taxClass: null,
            },
          ]
        : [],
  },
} satisfies Resolvers;

/** Only buyers of the shop's own country collect. */
function isOffered({ settings, shop }: Context, country: string): boolean {
  return settings.place !== '' && country === shop.country;
}
