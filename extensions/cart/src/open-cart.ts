import type { Transaction } from '../cart.gen.ts';
import type { CartOwner } from './cart-owner.ts';

// Locks the cart, also one that is there: changes of one cart wait for each other.
const openText = (column: 'customer' | 'visitor') => `
  insert into cart (${column}, country) values ($1, $2)
  on conflict (${column}) where order_id is null do update set changed_at = now() returning cart_id::text as id`;
const openOfCustomerText = openText('customer');
const openOfVisitorText = openText('visitor');

/** The id of the owner's open cart, which is made where there is none, and locked. */
export async function openCart(transaction: Transaction, owner: CartOwner, country: string): Promise<string> {
  const [row] =
    'customer' in owner
      ? await transaction.query<{ id: string }>(openOfCustomerText, [owner.customer, country])
      : await transaction.query<{ id: string }>(openOfVisitorText, [owner.visitor, country]);
  if (row === undefined) throw new Error('insert into cart returned no row');
  return row.id;
}
