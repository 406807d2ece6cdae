import { createHash, randomBytes } from 'node:crypto';
import { type Database, StoaError, type Transaction } from 'stoa';
import { owner } from './roles.ts';

interface Invitation {
  readonly role: string;
}

const removeOldText = 'delete from invitation where expires_at <= now()';
const insertText = 'insert into invitation (key_digest, role, inviter) values ($1, $2, $3)';
// Processes that start together make one link.
const insertFirstText = `
  insert into invitation (key_digest, role)
  select $1, $2 where not exists (select from member where role = $2)
    and not exists (select from invitation where inviter is null and made_at > now() - interval '10 seconds')
  returning role`;
const findText = 'select role from invitation where key_digest = $1 and expires_at > now()';
// Two of these links that are used at once follow each other, so that the second finds the owner of the first.
const lockFirstText = 'select from invitation where inviter is null order by key_digest for update';
// All links for the first owner end with the one that is used.
const takeText = `
  delete from invitation where key_digest = $1 and expires_at > now()
    and (inviter is not null or not exists (select from member where role = 'owner'))
  returning role`;
const removeOfText = `
  delete from invitation where inviter = $1
    and not exists (select from member where customer_id = $1 and role = $2)`;

/** The key of a new link, by which a person joins with this role. */
export async function makeInvitation(database: Database, role: string, inviter: string): Promise<string> {
  const key = newKey();
  await database.query(removeOldText);
  await database.query(insertText, [digestOf(key), role, inviter]);
  return key;
}

/** The key of a link for the first owner. Undefined for a shop that has one, or has just got a link. */
export async function makeFirstInvitation(database: Database): Promise<string | undefined> {
  const key = newKey();
  const made = await database.query(insertFirstText, [digestOf(key), owner]);
  return made.length === 0 ? undefined : key;
}

/** Null for a link that is not good. */
export async function findInvitation(database: Database, key: string): Promise<Invitation | null> {
  const [found] = await database.query<Invitation>(findText, [digestOf(key)]);
  return found ?? null;
}

/** Uses a link, of which no second request then gets hold. Throws BAD_USER_INPUT when it is not good any more. */
export async function takeInvitation(transaction: Database, key: string): Promise<Invitation> {
  await transaction.query(lockFirstText);
  const [taken] = await transaction.query<Invitation>(takeText, [digestOf(key)]);
  if (taken === undefined) throw new StoaError('BAD_USER_INPUT', { text: 'join.over' });
  return taken;
}

/**
 * Removes the open links of a member who leaves, or who gets a role that is another one. A transaction locks links before
 * members, as one that uses a link does.
 */
export async function removeInvitations(transaction: Transaction, inviter: string, role?: string): Promise<void> {
  await transaction.query(removeOfText, [inviter, role ?? null]);
}

function newKey(): string {
  return randomBytes(24).toString('base64url');
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
