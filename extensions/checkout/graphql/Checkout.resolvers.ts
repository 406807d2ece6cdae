import type { Resolvers } from '../checkout.gen.ts';
import { type CheckoutRow, readCheckout } from '../src/read-checkout.ts';

export default {
  Query: {
    deliveryMethods: () => [],
    deliveryCountries: () => [],
    checkout: (_root, _args, context) => readCheckout(context),
  },
} satisfies Resolvers<{ Checkout: CheckoutRow }>;
