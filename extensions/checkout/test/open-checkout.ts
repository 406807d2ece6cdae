import { StoaError } from 'stoa';
import { type ExtensionOptions, openExtension, type TestExtension } from 'stoa/testing';

/** What the neighbours have, and what they were asked. Tests change it. */
export interface Neighbours {
  cart: {
    id: string;
    quantity: number;
    country: string;
    deliveryMethod: string | null;
    paymentMethod: string | null;
  } | null;
  /** To which something is delivered. */
  countries: string[];
  delivery: { code: string; label: string; about: string | null; amount: number }[];
  payment: { __typename: string; code: string; label: string; about: string | null }[];
  /** Whether another extension with ways to pay is away. */
  isPaymentAway: boolean;
  placed: Record<string, unknown>;
  /** The orders that were placed. */
  inputs: unknown[];
  /** The account of a customer. */
  me: { name: string; email: string; addresses: Record<string, string>[] } | null;
}

export interface CheckoutShop extends TestExtension {
  readonly shop: Neighbours;
}

export const goods = 2580;

export function aShop(): Neighbours {
  return {
    cart: { id: 'c1', quantity: 2, country: 'IE', deliveryMethod: null, paymentMethod: null },
    countries: ['IE', 'DE', 'FR'],
    delivery: [
      { code: 'post', label: 'By post', about: 'Two days', amount: 490 },
      { code: 'pick-up', label: 'Pick up', about: null, amount: 0 },
    ],
    payment: [{ __typename: 'TransferPayment', code: 'card', label: 'Card', about: null }],
    isPaymentAway: false,
    placed: {},
    inputs: [],
    me: null,
  };
}

/**
 * The checkout alone, with a stand-in cart of two teas, two ways of delivery, and orders that answer `placed`, unless
 * the total or the way of delivery is wrong.
 */
export async function openCheckout(options: ExtensionOptions = {}): Promise<CheckoutShop> {
  const shop = aShop();
  const amountOf = (code: string | null) => shop.delivery.find((method) => method.code === code)?.amount;
  const totalOf = (code: string | null) => goods + (amountOf(code) ?? 0);
  const stateOf = ({ total, deliveryMethod }: { total: number; deliveryMethod: string }) => {
    if (shop.cart === null) return 'PLACED';
    if (shop.cart.deliveryMethod !== deliveryMethod) return 'REFUSED';
    if (total !== totalOf(shop.cart.deliveryMethod)) return 'CHANGED';
    return amountOf(deliveryMethod) === undefined ? 'NO_DELIVERY' : 'PLACED';
  };
  let asked = 0;
  // Payments are asked first, and the extension that has the ways to pay second.
  const paymentMethods = () => {
    asked += 1;
    if (asked % 2 === 0) return shop.payment;
    if (shop.isPaymentAway) throw new StoaError('UNAVAILABLE', 'It is away.');
    return [];
  };
  const opened = await openExtension('checkout', {
    mocks: {
      Query: {
        cart: () => shop.cart,
        me: () => shop.me,
        paymentMethods,
        deliveryCountries: (_root, { among }) => shop.countries.filter((country) => among.includes(country)),
        deliveryMethods: () => shop.delivery.map((method) => ({ __typename: 'MadeUpDeliveryMethod', ...method })),
      },
      Mutation: {
        setCartVouchers: [],
        draftCart: () => shop.cart?.id,
        chooseForCart: (_root, { cart, ...choice }) => {
          if (shop.cart === null || shop.cart.id !== cart) throw new StoaError('NOT_FOUND', 'There is no such cart.');
          const chosen = Object.entries(choice).filter(([, value]) => value != null);
          shop.cart = { ...shop.cart, ...Object.fromEntries(chosen) };
          return shop.cart;
        },
        placeOrder: (_root, { input }) => {
          const state = stateOf(input as Parameters<typeof stateOf>[0]);
          if (state !== 'PLACED') return { state, order: null, address: null, total: null, missing: [] };
          shop.inputs.push(input);
          const order = { id: 'o1' };
          return { state: 'PLACED', order, address: '/orders/o1?key=k', total: null, missing: [], ...shop.placed };
        },
      },
      Variant: { label: null, money: 1290, product: { productId: '1' } },
      Product: { name: 'Tea' },
      Cart: {
        __resolveReference: (cart) => shop.cart ?? cart,
        lines: [{ sku: 'A', quantity: 2, variant: { sku: 'A' } }],
        totals: () => {
          const delivery = amountOf(shop.cart?.deliveryMethod ?? null) ?? null;
          const taxes = [
            { rate: 1350, net: 400, tax: 54 },
            { rate: 2300, net: 2127, tax: 489 },
          ];
          return {
            goods,
            reduction: 0,
            reductions: [],
            delivery,
            fees: 0,
            total: totalOf(shop.cart?.deliveryMethod ?? null),
            taxes,
            lines: [],
          };
        },
      },
    },
    ...options,
  });
  return Object.assign(opened, { shop });
}
