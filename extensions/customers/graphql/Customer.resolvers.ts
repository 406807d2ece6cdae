import type { Resolvers } from '../customers.gen.ts';
import { findOwnCustomers } from '../src/customer-store.ts';

export default {
  Query: {
    me: async (_root, _args, context) => {
      const { caller } = context;
      if (caller.kind === 'guest') return null;
      const [customer] = await findOwnCustomers(context, [caller.id]);
      return customer;
    },
  },
  Customer: {
    // Other extensions add fields to a customer by this key.
    __resolveReference: {
      batch: (references, _args, context) =>
        findOwnCustomers(
          context,
          references.map(({ id }) => id),
        ),
    },
  },
} satisfies Resolvers;
