import { StoaError } from 'stoa';
import type { Context } from '../pricing.gen.ts';

/** The id of the caller's cart. Throws StoaError. */
export async function requireCart({ query }: Context): Promise<string> {
  const { data, errors } = await query('{ cart { id } }');
  if (data == null || errors !== undefined) throw new Error(errors?.[0]?.message ?? 'There is no answer.');
  if (data.cart === null) throw new StoaError('NOT_FOUND', { text: 'rules.noCart' });
  return String(data.cart.id);
}
