import { type Part, pageAddress } from 'stoa';
import type { Resolvers } from '../customers.gen.ts';
import { addressesOfCustomers } from '../src/address-store.ts';
import { type Customer, findCustomer } from '../src/customer-store.ts';
import { listCustomers } from '../src/list-customers.ts';

export default {
  Query: {
    deskCustomers: (_root, input, { database }) => listCustomers(database, input),
    deskCustomer: async (_root, { id }, { database }) => (await findCustomer(database, id)) ?? null,
  },
  DeskCustomer: {
    addresses: {
      batch: async (customers, _args, { database }) => {
        const ids = customers.map(({ id }) => id);
        const lists = await addressesOfCustomers(database, ids);
        return lists.map((list) => list.map((address) => ({ ...address, removal: null })));
      },
    },
    url: ({ id }, _args, context) => pageAddress(context, () => context.url('deskCustomer', { customerId: id })),
  },
} satisfies Part<Resolvers<{ DeskCustomer: Customer }>>;
