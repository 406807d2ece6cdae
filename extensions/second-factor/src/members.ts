import { StoaError } from 'stoa';
import type { Context } from '../second-factor.gen.ts';

/**
 * Where a mail reaches the member. The desk has the address from the day of joining, which is the one of a shop without
 * customers. Throws UNAVAILABLE while it is not known.
 */
export async function addressOf(
  { query }: Pick<Context, 'query'>,
  { customerId, email }: { readonly customerId: string; readonly email: string | null },
): Promise<string | null> {
  const { absent, data, errors } = await query('query ($customer: ID!) { customerEmail(customer: $customer) }', {
    customer: customerId,
  });
  if (absent === undefined && (!data || errors !== undefined))
    throw new StoaError('UNAVAILABLE', { text: 'reset.unknown' });
  return data?.customerEmail ?? email;
}

/** The members of the desk, for a caller who may see them. Throws UNAVAILABLE while they are not known. */
export async function findMembers({ query }: Pick<Context, 'query'>) {
  const { absent, data, errors } = await query('{ deskMembers { customerId name email } }');
  if (absent !== undefined) return [];
  if (!data || errors !== undefined) throw new StoaError('UNAVAILABLE', { text: 'reset.unknown' });
  return data.deskMembers;
}
