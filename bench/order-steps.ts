/** What a browser sends for an order, step by step: into the cart, to the checkout, and the form of the checkout. */

import { address, fieldOf } from '../test/support/buyers.ts';
import type { LoadTarget } from './load-generator.ts';

export interface Buyer {
  readonly sku: string;
  readonly headers: Readonly<Record<string, string>>;
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
let buyers = 0;

/** A new buyer with an address of its own, since each address may order so often a minute. */
export function newBuyer(skus: readonly string[]): Buyer {
  const number = buyers++;
  const client = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': client };
  return { sku: skus[number % skus.length] ?? '', headers };
}

/** The buyer with the cookie of the cart. */
export async function fillCart(url: string, { sku, headers }: Buyer): Promise<Buyer> {
  const answer = await post(url, {
    path: '/cart/lines',
    headers: { ...headers, ...formType },
    body: bodyOf({ sku, quantity: '1' }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`the cart answers ${answer.status}: ${await answer.text()}`);
  await answer.text();
  return { sku, headers: { ...headers, cookie } };
}

/** What the form of the checkout sends, filled in: pays on delivery. */
export async function openCheckout(url: string, { headers }: Buyer): Promise<LoadTarget> {
  const html = await (await fetch(`${url}/checkout`, { headers })).text();
  const [formKey, cart, total] = ['formKey', 'cart', 'total'].map((name) => fieldOf(html, name));
  if (!formKey || !cart || !total) throw new Error(`no form: ${html.slice(0, 500)}`);
  const body = bodyOf({ ...address, formKey, cart, total, paymentMethod: 'cash-on-delivery' });
  return { method: 'POST', path: '/checkout', headers: { ...headers, ...formType }, body };
}

export async function placeOrder(url: string, form: LoadTarget): Promise<void> {
  const answer = await post(url, form);
  const html = await answer.text();
  if (answer.status !== 303) throw new Error(`the order answers ${answer.status}: ${html.slice(0, 500)}`);
}

/** Skus of so many products. */
export async function readSkus(url: string, first: number): Promise<readonly string[]> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ products(first: ${first}) { nodes { sku } } }` }),
  });
  const { data }: { data: { products: { nodes: readonly { sku: string }[] } } } = await answer.json();
  return data.products.nodes.map(({ sku }) => sku);
}

function bodyOf(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

function post(url: string, { path, headers, body }: Omit<LoadTarget, 'method'>): Promise<Response> {
  return fetch(url + path, { method: 'POST', redirect: 'manual', headers, body });
}
