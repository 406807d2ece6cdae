import { addressCountries } from '@stoa/desk-ui/countries';
import type { Context } from '../checkout.gen.ts';
import type { Buyer } from './buyer-fields.ts';
import { dataOf, isWhole, paymentMethodsOf } from './data-of.ts';
import { type Account, buyerOf, findAccount } from './find-buyer.ts';

export interface CheckoutOption {
  readonly code: string;
  readonly label: string;
  readonly about: string | null;
  readonly amount: number | null;
  readonly isChosen: boolean;
}

export interface CheckoutRow {
  readonly cart: { readonly id: string };
  readonly countries: readonly string[];
  readonly undelivered: string | null;
  readonly delivery: readonly CheckoutOption[];
  readonly payment: readonly CheckoutOption[];
  readonly buyer: Buyer | null;
}

const cartText = `query ($cart: ID) {
  cart(id: $cart) { id quantity country deliveryMethod paymentMethod totals { goods total } }
}`;
const countriesText = 'query ($among: [String!]!) { deliveryCountries(among: $among) }';
const deliveryText = `query ($country: String!, $goods: Int!) {
  deliveryMethods(country: $country, goods: $goods) { code label about amount }
}`;
const paymentText = `query ($country: String!, $amount: Int!) {
  paymentMethods(country: $country, amount: $amount) { code label about }
}`;
const countryText = `mutation ($cart: ID!, $country: String!) {
  chooseForCart(cart: $cart, country: $country) { id country totals { goods total } }
}`;
const deliverText = `mutation ($cart: ID!, $code: String!) {
  chooseForCart(cart: $cart, deliveryMethod: $code) { id totals { total } }
}`;
const payText = `mutation ($cart: ID!, $code: String!) {
  chooseForCart(cart: $cart, paymentMethod: $code) { id }
}`;

/**
 * What there is to choose from. Where nothing is chosen yet, or what was chosen is no longer offered, it chooses the
 * first: so the page shows the whole total, as the law wants it, before anything is sent. With `id`, it is a cart that the
 * caller fills for a buyer.
 */
export async function readCheckout(context: Context, id?: string): Promise<CheckoutRow | null> {
  const { cart: found } = dataOf(await context.query(cartText, { cart: id }));
  if (found === null || found.quantity === 0) return null;
  const [account, countries] = await Promise.all([
    id === undefined ? findAccount(context) : null,
    findCountries(context),
  ]);
  const newest = account?.addresses.at(-1)?.country;
  const undelivered = newest === undefined || isReached(countries, newest) ? null : newest;
  // Who orders by hand has named the country.
  const moved = id === undefined ? await chooseCountry(context, found, { account, countries }) : {};
  const cart = { ...found, ...moved };
  const { country, totals } = cart;
  const { deliveryMethods } = dataOf(await context.query(deliveryText, { country, goods: totals.goods }));
  const delivery = options(deliveryMethods, cart.deliveryMethod);
  const total = await chooseDelivery(context, cart, delivery);
  const answer = await context.query(paymentText, { country, amount: total });
  const free = paymentMethodsOf(answer).map((method) => ({ ...method, amount: null }));
  const payment = options(free, cart.paymentMethod);
  // What was chosen may be away for a moment only.
  if (isWhole(answer) || cart.paymentMethod === null) await choosePayment(context, cart, payment);
  const buyer = account && buyerOf(account, country);
  return { cart: { id: cart.id }, countries, undelivered, delivery, payment, buyer };
}

interface Cart {
  readonly id: string;
  readonly country: string;
  readonly deliveryMethod: string | null;
  readonly paymentMethod: string | null;
  readonly totals: { readonly total: number };
}

/** The countries to which something is delivered, each once. */
async function findCountries(context: Context): Promise<readonly string[]> {
  const among = [...new Set([...addressCountries, context.shop.country])];
  const { deliveryCountries } = dataOf(await context.query(countriesText, { among }));
  return among.filter((country) => deliveryCountries.includes(country));
}

/** Where nothing is delivered at all, no country is better than another. */
function isReached(countries: readonly string[], country: string): boolean {
  return countries.length === 0 || countries.includes(country);
}

interface Choice {
  readonly account: Account | null;
  readonly countries: readonly string[];
}

/**
 * As long as nothing is chosen, the parcel goes to the customer's newest address that is delivered to. A country to which
 * nothing is delivered gives way to the shop's own, or to the first.
 */
async function chooseCountry(context: Context, cart: Cart, { account, countries }: Choice) {
  const isOpen = cart.deliveryMethod === null && cart.paymentMethod === null;
  const saved = isOpen ? (account?.addresses ?? []).map((address) => address.country).toReversed() : [];
  const all = [...saved, cart.country, context.shop.country, ...countries];
  const country = all.find((each) => isReached(countries, each)) ?? cart.country;
  if (country === cart.country) return {};
  return dataOf(await context.query(countryText, { cart: cart.id, country })).chooseForCart;
}

/** The total with what is chosen. */
async function chooseDelivery(
  context: Context,
  { id, deliveryMethod, totals }: Cart,
  all: readonly CheckoutOption[],
): Promise<number> {
  const code = changed(all, deliveryMethod);
  if (code === undefined) return totals.total;
  return dataOf(await context.query(deliverText, { cart: id, code })).chooseForCart.totals.total;
}

/** What it costs is among the fees, which the page asks for. */
async function choosePayment(context: Context, { id, paymentMethod }: Cart, all: readonly CheckoutOption[]) {
  const code = changed(all, paymentMethod);
  if (code !== undefined) dataOf(await context.query(payText, { cart: id, code }));
}

function options(
  methods: readonly Omit<CheckoutOption, 'isChosen'>[],
  before: string | null,
): readonly CheckoutOption[] {
  const chosen = methods.find(({ code }) => code === before) ?? methods[0];
  return methods.map((method) => ({ ...method, isChosen: method === chosen }));
}

/** The code of the chosen option if it is another than before. */
function changed(all: readonly CheckoutOption[], before: string | null): string | undefined {
  const chosen = all.find(({ isChosen }) => isChosen);
  return chosen?.code === before ? undefined : chosen?.code;
}
