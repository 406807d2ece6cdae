import { StoaError } from 'stoa';
import type { Context } from '../second-factor.gen.ts';

/** The members of the desk, for a caller who may see them. Throws UNAVAILABLE while they are not known. */
export async function findMembers({ query }: Pick<Context, 'query'>) {
  const { absent, data, errors } = await query('{ deskMembers { customerId name email } }');
  if (absent !== undefined) return [];
  if (!data || errors !== undefined) throw new StoaError('UNAVAILABLE', { text: 'reset.unknown' });
  return data.deskMembers;
}
