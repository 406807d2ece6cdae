import type { Resolvers } from 'stoa';
import { findCustomer } from '../src/customer-store.ts';

export default {
  Query: {
    me: (_root, _args, { caller, database }) => (caller.kind === 'guest' ? null : findCustomer(database, caller.id)),
  },
} satisfies Resolvers;
