import { type Database, oneForEach } from 'stoa';
import type { Context } from '../cart.gen.ts';
import { type CartOwner, ownerOf, valuesOf } from './cart-owner.ts';
import { mergeCarts } from './merge-carts.ts';

/** A cart as resolvers have it. */
export interface CartRow {
  readonly id: string;
  readonly country: string;
  readonly deliveryMethod: string | null;
  readonly paymentMethod: string | null;
  /** Its lines, in order of adding. */
  readonly contents: readonly CartLineRow[];
}

export interface CartLineRow {
  readonly sku: string;
  readonly quantity: number;
  readonly addedMoney: number;
}

const columns = `
  cart_id::text as id, country, delivery_method as "deliveryMethod", payment_method as "paymentMethod",
  (select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'quantity', quantity, 'addedMoney', added_money) order by position), '[]')
   from cart_line where cart_line.cart_id = cart.cart_id) as contents`;
const isOwn = '(customer = $1 or visitor = $2) and order_id is null';
/** Also one that the caller fills for an order by hand. */
const isOpenTo = '(customer = $1 or visitor = $2 or staff = $1) and order_id is null';
const ownText = `select ${columns}, visitor is not null as "isVisitors" from cart where ${isOwn}`;
const findText = `select ${columns} from cart where ${isOpenTo} and cart_id::text = any($3::text[])`;
const chooseText = `
  update cart set country = coalesce($4, country), delivery_method = coalesce($5, delivery_method),
    payment_method = coalesce($6, payment_method), changed_at = now()
  where ${isOpenTo} and cart_id::text = $3 returning ${columns}`;

/** The caller's open cart. What the visitor has put into one before signing in goes into the customer's. */
export async function findCart(context: Context): Promise<CartRow | null> {
  if (ownerOf(context) === undefined) return null;
  const rows = await context.database.query<CartRow & { isVisitors: boolean }>(ownText, ownValues(context));
  const { caller, visitor } = context;
  if (caller.kind !== 'user' || visitor === null || !rows.some(({ isVisitors }) => isVisitors)) return rows[0] ?? null;
  return await context.database.transaction(async (transaction) => {
    await mergeCarts(transaction, { customer: caller.id, visitor });
    return (await readCart(transaction, { customer: caller.id })) ?? null;
  });
}

/** The owner's open cart, as it is. */
export async function readCart(database: Database, owner: CartOwner): Promise<CartRow | undefined> {
  const [row] = await database.query<CartRow>(ownText, valuesOf(owner));
  return row;
}

/** Those of the caller's open carts that the ids name, in order. */
export async function findCarts(context: Context, ids: readonly string[]): Promise<readonly (CartRow | null)[]> {
  const rows = await context.database.query<CartRow>(findText, [...ownValues(context), ids]);
  return oneForEach(ids, rows, ({ id }) => id);
}

export function piecesIn({ contents }: Pick<CartRow, 'contents'>): number {
  return contents.reduce((sum, { quantity }) => sum + quantity, 0);
}

export interface Choice {
  readonly country?: string | null | undefined;
  readonly deliveryMethod?: string | null | undefined;
  readonly paymentMethod?: string | null | undefined;
}

/** Undefined when the caller has no such open cart. */
export async function chooseForCart(context: Context, id: string, choice: Choice): Promise<CartRow | undefined> {
  const { country, deliveryMethod, paymentMethod } = choice;
  const values = [...ownValues(context), id, country ?? null, deliveryMethod ?? null, paymentMethod ?? null];
  const [row] = await context.database.query<CartRow>(chooseText, values);
  return row;
}

function ownValues({ caller, visitor }: Context): readonly (string | null)[] {
  return [caller.kind === 'user' ? caller.id : null, visitor];
}
