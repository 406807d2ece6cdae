import type { openOrders } from './open-orders.ts';

export type Shop = Awaited<ReturnType<typeof openOrders>>;

interface Placed {
  readonly state: string;
  readonly order: {
    id: string;
    number: string;
    state: string;
    payAddress: string | null;
    invoiceNumber: string | null;
  } | null;
  readonly key: string | null;
  readonly address: string | null;
  readonly total: number | null;
  readonly missing: readonly string[];
}

interface Change {
  readonly form: string;
  readonly cart: string;
  readonly sameCart?: boolean;
  readonly total?: number;
  readonly lines?: readonly { readonly sku: string; readonly quantity: number }[];
  readonly country?: string;
  /** Other parts of the address. */
  readonly address?: object;
  readonly email?: string;
  readonly deliveryMethod?: string;
  readonly paymentMethod?: string;
  readonly byHand?: boolean;
}

/** Orders two pieces of A1, as the checkout asks for it. */
export async function place(
  shop: Shop,
  { form, cart, sameCart = true, country = 'DE', address, ...change }: Change,
  user?: { readonly id: string },
): Promise<Placed> {
  if (sameCart) shop.cart.id = cart;
  const input = {
    form,
    cart,
    email: 'ann@example.com',
    name: 'Ann',
    address: { name: 'Ann', street: 'Way 1', postcode: '10115', city: 'Berlin', country, ...address },
    total: 2490,
    deliveryMethod: 'flat',
    paymentMethod: 'InvoicePayment',
    ...change,
  };
  const text = `mutation ($input: PlaceOrderInput!) {
    placeOrder(input: $input) { state key address total missing order { id number state payAddress invoiceNumber } }
  }`;
  const { data, errors } = await shop.ask<{ placeOrder: Placed }>(text, { input }, user);
  if (data == null || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data.placeOrder;
}

/** The order's state, as a client sees it. */
export async function stateOf(
  shop: Shop,
  id: string | undefined,
  key: string | null,
  token?: string,
): Promise<string | undefined> {
  const text = 'query ($id: ID!, $key: String) { order(id: $id, key: $key) { state } }';
  const { data } = await shop.graphql<{ order: { state: string } | null }>(text, { id, key }, { token });
  return data?.order?.state;
}
