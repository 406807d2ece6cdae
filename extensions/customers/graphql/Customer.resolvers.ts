import type { Resolvers } from '../customers.gen.ts';
import { findAddresses } from '../src/address-store.ts';
import { customerRecords } from '../src/customer-records.ts';
import { type Customer, findCustomer, findOwnCustomers } from '../src/customer-store.ts';

export default {
  Query: {
    customerEmail: async (_root, { customer }, { database }) => (await findCustomer(database, customer))?.email ?? null,
    customerRecords: (_root, { customer }, { database }) => customerRecords(database, customer),
    me: async (_root, _args, context) => {
      const { caller } = context;
      if (caller.kind === 'guest') return null;
      const [customer] = await findOwnCustomers(context, [caller.id]);
      return customer;
    },
  },
  Customer: {
    addresses: async ({ id }, _args, { caller, database, url }) => {
      if (caller.kind !== 'user' || caller.id !== id) return [];
      const addresses = await findAddresses(database, caller.id);
      return addresses.map((address) => ({ ...address, removal: url('removeAddress', { addressId: address.id }) }));
    },
    // Other extensions add fields to a customer by this key.
    __resolveReference: {
      batch: (references, _args, context) =>
        findOwnCustomers(
          context,
          references.map(({ id }) => id),
        ),
    },
  },
} satisfies Resolvers<{ Customer: Customer }>;
