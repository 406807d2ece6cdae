import { refuse } from '@stoa/desk-ui/forms';
import { StoaError } from 'stoa';
import type { Context, Settings } from '../desk.gen.ts';

/** A shop always has one. */
export const owner = 'owner';

/** Every member has it. */
const use = 'desk:use';

const permissionPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*:[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

interface RoleContext extends Pick<Context, 'query'> {
  readonly settings: { readonly requireSecondFactor: boolean; readonly roles: Readonly<Record<string, unknown>> };
}

/**
 * The permissions of a member with this role. Without a role, none. With a role that the shop no longer has, and before
 * the second factor that the shop asks for is set up, `desk:use` alone. The owner has each permission that an extension
 * of the shop names, also one that comes later.
 */
export async function permissionsOf(
  context: RoleContext,
  { customerId, role }: { readonly customerId: string; readonly role: string | undefined },
): Promise<readonly string[]> {
  if (role === undefined) return [];
  if ((await missingSecondFactor(context, customerId)) !== undefined) return [use];
  const { query, settings } = context;
  const own: unknown = Object.hasOwn(settings.roles, role) ? settings.roles[role] : [];
  const all = role === owner ? ((await query('{ shopPermissions }')).data?.shopPermissions ?? []) : [];
  const named = [...(Array.isArray(own) ? own.map(String) : []), ...all];
  return [...new Set([use, ...named.filter((name) => permissionPattern.test(name))])];
}

/**
 * The page where a member sets up the second factor that the shop asks for. Undefined where nothing is missing, and in a
 * shop that has none. Throws UNAVAILABLE while that is not known.
 */
export async function missingSecondFactor(
  { query, settings }: RoleContext,
  customerId: string,
): Promise<string | undefined> {
  if (!settings.requireSecondFactor) return undefined;
  const { absent, data, errors } = await query('query ($customer: ID!) { secondFactorPage(customer: $customer) }', {
    customer: customerId,
  });
  if (absent !== undefined) return undefined;
  if (!data || errors !== undefined) throw new StoaError('UNAVAILABLE', { text: 'secondFactor.unknown' });
  return data.secondFactorPage ?? undefined;
}

/** Throws BAD_USER_INPUT for a role that the shop does not have. */
export function requireRole({ roles }: Settings, role: string): void {
  if (!Object.hasOwn(roles, role)) refuse('role', 'role.unknown');
}
