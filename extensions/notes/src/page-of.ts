import { pageAddress } from 'stoa';
import type { Context } from '../notes.gen.ts';
import type { Thing } from './note-store.ts';

/** The page of the desk that shows the notes about a thing. */
export function pageOf(context: Context, thing: Thing): string {
  const { kind, id } = thing;
  const own = pageAddress(context, () => {
    if (kind === 'order') return context.url('deskOrder', { orderId: id });
    if (kind === 'customer') return context.url('deskCustomer', { customerId: id });
    return context.url('deskNotes', { kind, id });
  });
  return own ?? context.url('deskNotes', { kind, id });
}
