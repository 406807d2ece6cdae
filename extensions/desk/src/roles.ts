import { StoaError } from 'stoa';
import type { Context, Settings } from '../desk.gen.ts';

/** A shop always has one. */
export const owner = 'owner';

/** Every member has it. */
const use = 'desk:use';

/**
 * The permissions of a member with this role. None without a role, and only the desk with one that there is no more. The
 * owner has each permission that an extension of the shop names, also one that comes later.
 */
export async function permissionsOf(
  { query, settings }: Pick<Context, 'query' | 'settings'>,
  role: string | undefined,
): Promise<readonly string[]> {
  if (role === undefined) return [];
  const own: unknown = Object.hasOwn(settings.roles, role) ? settings.roles[role] : [];
  const all = role === owner ? ((await query('{ shopPermissions }')).data?.shopPermissions ?? []) : [];
  return [...new Set([use, ...(Array.isArray(own) ? own.map(String) : []), ...all])];
}

/** Throws BAD_USER_INPUT for a role that the shop does not have. */
export function requireRole({ roles }: Settings, role: string): void {
  if (Object.hasOwn(roles, role)) return;
  const error = { text: 'role.unknown' };
  throw new StoaError('BAD_USER_INPUT', error, { fields: { role: error } });
}
