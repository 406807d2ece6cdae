import type { Resolvers } from '../customers.gen.ts';
import { findCustomer } from '../src/customer-store.ts';

export default {
  Query: {
    me: (_root, _args, { caller, database }) => (caller.kind === 'guest' ? null : findCustomer(database, caller.id)),
  },
} satisfies Resolvers;
