import { StoaError } from 'stoa';
import type { Context } from '../customers.gen.ts';
import { type Permissions, permissionsText } from './sign-in.ts';

/** Throws CONFLICT for a customer who may use the desk: to delete the owner's account is not for every member. */
export async function refuseMember(context: Pick<Context, 'query'>, id: string): Promise<void> {
  const { data, errors, absent } = await context.query<Permissions>(permissionsText, { id });
  if (absent !== undefined) return;
  if (!data || errors !== undefined) throw new StoaError('UNAVAILABLE', { text: 'desk.unavailable' });
  if (data.permissionsOf.length > 0) throw new StoaError('CONFLICT', { text: 'desk.isMember' });
}
