import { StoaError } from 'stoa';
import { type ExtensionOptions, openExtension, type TestExtension } from 'stoa/testing';
import type { Line, Neighbours } from './neighbours.ts';

const pieces = 2;

function totalsOf({ price, reductions }: Neighbours) {
  const gross = price * pieces;
  const reduction = reductions.reduce((sum, { amount }) => sum + amount, 0);
  const total = gross - reduction + 490;
  return {
    goods: gross,
    reduction,
    reductions,
    delivery: 490,
    fees: 0,
    total,
    taxes: [{ rate: 1900, net: total - 238, tax: 238 }],
    lines: [{ sku: 'A1', quantity: pieces, unit: price, gross, reduction: 0, rate: 1900 }],
  };
}

/** What another extension adds to a list. Its owner, which is asked first, has nothing. */
function added<Item>(items: () => readonly Item[]): () => readonly Item[] {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % 2 === 0 ? items() : [];
  };
}

/** Orders alone. The neighbours keep what they are asked for; the cart has two pieces of A1. */
export async function openOrders(
  neighbours: Neighbours,
  options: ExtensionOptions = {},
): Promise<TestExtension & { cart: { id: string } }> {
  const cart = { id: 'cart-1' };
  const shop = await openExtension('orders', {
    mocks: {
      Query: {
        cart: async () => {
          const { beforeCart } = neighbours;
          neighbours.beforeCart = undefined;
          await beforeCart?.();
          const lines = [{ sku: 'A1', quantity: pieces, variant: { sku: 'A1' } }];
          return { id: cart.id, country: 'DE', deliveryMethod: 'flat', lines };
        },
        deliveryMethods: added(() => {
          if (neighbours.isDeliveryAway) throw new StoaError('UNAVAILABLE', 'It is away.');
          return neighbours.delivers
            ? [{ __typename: 'PickUpMethod', code: 'flat', label: 'Parcel', amount: 490 }]
            : [];
        }),
        paymentMethods: added(() => [{ __typename: 'InvoicePayment', code: 'made-up', label: 'Made up' }]),
        soldProducts: [],
        orderMailTexts: (_root, { locale }) => {
          if (neighbours.textsFail) throw new Error('no texts');
          return [{ title: `Terms ${String(locale)}`, paragraphs: ['<Gross> & net.'] }];
        },
        paymentOf: (_root, { order }) => neighbours.call('paymentOf', () => neighbours.payment(String(order))),
      },
      Cart: {
        totals: () => totalsOf(neighbours),
        // Each contributor is asked. Pricing, which alone has vouchers, knows the cart's key and no more.
        claims: (known) =>
          'deliveryMethod' in known
            ? []
            : [...neighbours.vouchers.keys()].map((code) => ({ __typename: 'VoucherClaim', code })),
      },
      Variant: { label: '120 capsules', product: { productId: '1' } },
      Product: { name: 'Vitamin C' },
      Mutation: {
        holdStock: (_root, { order, lines }) =>
          neighbours.call('hold', () => neighbours.hold(String(order), lines as Line[])),
        holdVouchers: (_root, { order, codes }) =>
          neighbours.call('holdVouchers', () => neighbours.holdVouchers(String(order), codes as string[])),
        commitVouchers: (_root, { order }) =>
          neighbours.call('commitVouchers', () => neighbours.commitVouchers(String(order))),
        releaseVouchers: (_root, { order, forGood }) =>
          neighbours.call('releaseVouchers', () => neighbours.releaseVouchers(String(order), forGood === true)),
        commitStock: (_root, { order }) => neighbours.call('commit', () => neighbours.commit(String(order))),
        releaseStock: (_root, { order, forGood }) =>
          neighbours.call('release', () => neighbours.release(String(order), forGood === true)),
        returnStock: (_root, { order, lines }) =>
          neighbours.call('return', () => neighbours.returned(String(order), lines as Line[])),
        openPayment: (_root, { input }) =>
          neighbours.call('open', () =>
            neighbours.open((input as { order: string }).order, (input as { amount: number }).amount),
          ),
        closePayment: (_root, { order }) => neighbours.call('close', () => neighbours.close(String(order))),
        refundPayment: (_root, { order, key, amount }) =>
          neighbours.call('refund', () => neighbours.refund(String(order), String(key), amount as number | undefined)),
        closeCart: (_root, { cart: id, order, lines }) => {
          neighbours.closedLines = lines;
          return neighbours.call(
            'closeCart',
            () => neighbours.closedCarts.set(String(id), String(order)) !== undefined,
          );
        },
      },
    },
    ...options,
  });
  return Object.assign(shop, { cart });
}
