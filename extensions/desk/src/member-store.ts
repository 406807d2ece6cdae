import { type Database, StoaError, type Transaction } from 'stoa';
import { removeInvitations } from './invitation-store.ts';
import { owner } from './roles.ts';

interface Member {
  readonly customerId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: string;
  readonly joinedAt: string;
}

const columns = `
  customer_id as "customerId", name, email, role, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "joinedAt"`;
const findAllText = `select ${columns} from member order by joined_at, customer_id`;
const findRoleText = 'select role from member where customer_id = $1';
const ownerText = 'select from member where role = $1 limit 1';
const storeText = `
  insert into member (customer_id, role, name, email) values ($1, $2, $3, $4)
  on conflict (customer_id) do update set role = excluded.role, name = excluded.name, email = excluded.email`;
// Changes of owners follow each other, so that two of them cannot remove each other.
const lockText = 'select customer_id as "customerId", role from member order by customer_id for update';
const updateText = 'update member set role = $2 where customer_id = $1';
const removeText = 'delete from member where customer_id = $1';

export async function findMembers(database: Database): Promise<readonly Member[]> {
  return await database.query<Member>(findAllText);
}

/** Undefined for a person who is no member. */
export async function findRole(database: Database, customerId: string): Promise<string | undefined> {
  const [row] = await database.query<{ role: string }>(findRoleText, [customerId]);
  return row?.role;
}

export async function hasOwner(database: Database): Promise<boolean> {
  return (await database.query(ownerText, [owner])).length > 0;
}

export async function storeMember(
  transaction: Transaction,
  { customerId, role, name, email }: Pick<Member, 'customerId' | 'role' | 'name' | 'email'>,
): Promise<void> {
  const from = await findRole(transaction, customerId);
  if (from !== undefined) await removeInvitations(transaction, customerId, role);
  if (from === owner && role !== owner) await lockMember(transaction, customerId);
  await transaction.query(storeText, [customerId, role, name, email]);
  await transaction.record({
    action: 'member.joined',
    subject: `customer:${customerId}`,
    from: { role: from },
    to: { role },
  });
}

/** Throws NOT_FOUND, and CONFLICT for the last owner. */
export async function changeRole(transaction: Transaction, customerId: string, role: string): Promise<void> {
  await removeInvitations(transaction, customerId, role);
  const from = await lockMember(transaction, customerId, role);
  await transaction.query(updateText, [customerId, role]);
  await transaction.record({
    action: 'member.changed',
    subject: `customer:${customerId}`,
    from: { role: from },
    to: { role },
  });
}

/** Throws NOT_FOUND, and CONFLICT for the last owner. */
export async function removeMember(transaction: Transaction, customerId: string): Promise<void> {
  await removeInvitations(transaction, customerId);
  const role = await lockMember(transaction, customerId);
  await transaction.query(removeText, [customerId]);
  await transaction.record({ action: 'member.removed', subject: `customer:${customerId}`, from: { role } });
}

/** A person who deletes the account is no member any more, also the last owner: the log then has a new link. */
export async function forgetMember(transaction: Transaction, customerId: string): Promise<void> {
  await removeInvitations(transaction, customerId);
  const [removed] = await transaction.query(`${removeText} returning role`, [customerId]);
  if (removed !== undefined)
    await transaction.record({ action: 'member.forgotten', subject: `customer:${customerId}` });
}

/** The role that the member has. One owner stays. */
async function lockMember(transaction: Transaction, customerId: string, next?: string): Promise<string> {
  const all = await transaction.query<{ customerId: string; role: string }>(lockText);
  const member = all.find((one) => one.customerId === customerId);
  if (member === undefined) throw new StoaError('NOT_FOUND', { text: 'member.none' });
  const others = all.filter(({ role }) => role === owner).length - 1;
  if (member.role === owner && next !== owner && others === 0)
    throw new StoaError('CONFLICT', { text: 'member.lastOwner' });
  return member.role;
}
