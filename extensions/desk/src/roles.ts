import { StoaError } from 'stoa';
import type { Settings } from '../desk.gen.ts';

/** A shop always has one. */
export const owner = 'owner';

/** Every member has it. */
const use = 'desk:use';

/** The permissions of a member with this role. None without a role, and only the desk with one that there is no more. */
export function permissionsOf({ roles }: Settings, role: string | undefined): readonly string[] {
  if (role === undefined) return [];
  const own: unknown = Object.hasOwn(roles, role) ? roles[role] : [];
  return [...new Set([use, ...(Array.isArray(own) ? own.map(String) : [])])];
}

/** Throws BAD_USER_INPUT for a role that the shop does not have. */
export function requireRole({ roles }: Settings, role: string): void {
  if (Object.hasOwn(roles, role)) return;
  const error = { text: 'role.unknown' };
  throw new StoaError('BAD_USER_INPUT', error, { fields: { role: error } });
}
