import { StoaError } from 'stoa';
import type { Resolvers } from '../cart.gen.ts';
import { addUpCart, type CartContent } from '../src/add-up-cart.ts';
import { findSold } from '../src/ask-variants.ts';
import { type CartLineRow, type CartRow, chooseForCart, findCart, findCarts, piecesIn } from '../src/cart-store.ts';
import { closeCart } from '../src/close-cart.ts';
import { customerRecords } from '../src/customer-records.ts';
import { draftCart, lastDraft } from '../src/draft-cart.ts';

export default {
  Query: {
    cart: async (_root, { id }, context) =>
      id == null ? await findCart(context) : ((await findCarts(context, [id]))[0] ?? null),
    lastDraft: (_root, _args, context) => lastDraft(context),
    customerRecords: (_root, { customer }, { database }) => customerRecords(database, customer),
  },
  Mutation: {
    chooseForCart: async (_root, { cart, ...choice }, context) => {
      const row = await chooseForCart(context, cart, choice);
      if (row === undefined) throw new StoaError('NOT_FOUND', { text: 'rules.noCart' });
      return row;
    },
    closeCart: (_root, closing, context) => closeCart(context, closing),
    draftCart: (_root, { input }, context) => draftCart(context, input),
  },
  Cart: {
    __resolveReference: {
      // Keeps what `@requires` has brought.
      batch: async (references, _args, context) => {
        const rows = await findCarts(
          context,
          references.map(({ id }) => id),
        );
        return rows.map((row, place) => (row === null ? null : { ...references[place], ...row }));
      },
    },
    lines: ({ contents }) => contents,
    quantity: piecesIn,
    claims: () => [],
    totals: (cart) => addUpCart(cart),
  },
  CartLine: {
    variant: {
      batch: (lines, _args, context) =>
        findSold(
          context,
          lines.map(({ sku }) => sku),
        ),
    },
    address: ({ sku }, _args, context) => context.url('changeCartLine', { sku }),
  },
} satisfies Resolvers<{ Cart: CartRow & Partial<CartContent>; CartLine: CartLineRow }>;
