import type { Context, Resolvers } from '../pick-up.gen.ts';

const code = 'pick-up';

export default {
  Query: {
    deliveryCountries: (_root, { among }, context) => among.filter((country) => isOffered(context, country)),
    deliveryMethods: (_root, { country }, context) =>
      isOffered(context, country)
        ? [{ __typename: 'PickUpMethod', code, label: labelOf(context), about: null, amount: 0 }]
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
              label: labelOf(context),
              amount: 0,
              taxClass: null,
            },
          ]
        : [],
  },
} satisfies Resolvers;

/** An order keeps the label of its way of delivery, so that page and mails say where to collect it. */
function labelOf({ text, settings: { place } }: Context): string {
  return text('pickUp.name', { place });
}

/** Only buyers of the shop's own country collect. */
function isOffered({ settings, shop }: Context, country: string): boolean {
  return settings.place !== '' && country === shop.country;
}
