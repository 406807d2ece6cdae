import type { Context } from '../cart.gen.ts';

/** Whose cart it is. A customer has one on all devices. */
export type CartOwner = { readonly customer: string } | { readonly visitor: string };

/** Undefined for a guest without a cart, and for tasks. */
export function ownerOf({ caller, visitor }: Pick<Context, 'caller' | 'visitor'>): CartOwner | undefined {
  if (caller.kind === 'user') return { customer: caller.id };
  return caller.kind === 'guest' && visitor !== null ? { visitor } : undefined;
}

/** The values of a statement with `customer = $1 or visitor = $2`. */
export function valuesOf(owner: CartOwner): readonly (string | null)[] {
  return 'customer' in owner ? [owner.customer, null] : [null, owner.visitor];
}
