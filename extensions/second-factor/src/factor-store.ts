import { plainDigits } from '@stoa/desk-ui/money';
import { type Database, StoaError } from 'stoa';
import type { Context, Transaction } from '../second-factor.gen.ts';
import { codesOf, digestOf } from './recovery-codes.ts';
import { seal, unseal } from './seal.ts';
import { newSecret, stepOf } from './totp.ts';

export interface Factor {
  readonly secret: string;
  readonly isOn: boolean;
  readonly codesLeft: number;
  /** Whether it was begun a few minutes ago. */
  readonly isFresh: boolean;
  /** Whether its recovery codes were made a few minutes ago. */
  readonly hasFreshCodes: boolean;
}

/** What came of a code: `none` where no second factor is in that state, and `on` where it is confirmed already. */
export type Outcome = 'right' | 'wrong' | 'blocked' | 'none' | 'on';

/** Of a customer, with what reads stored secrets. */
export interface Owner {
  readonly customer: string;
  readonly key: string | undefined;
}

const mostWrong = 5;

const beginText = `
  insert into second_factor (customer_id, secret) values ($1, $2)
  on conflict (customer_id) do update set secret = excluded.secret, begun_at = now()
    where second_factor.confirmed_at is null
  returning customer_id`;
const isFresh = `begun_at > now() - interval '15 minutes' as "isFresh"`;
const findText = `
  select secret, confirmed_at is not null as "isOn", ${isFresh},
    coalesce(codes_made_at > now() - interval '10 minutes', false) as "hasFreshCodes",
    (select count(*) from recovery_code where recovery_code.customer_id = second_factor.customer_id) as "codesLeft"
  from second_factor where customer_id = $1`;
const onText = 'select customer_id as id from second_factor where customer_id = any($1) and confirmed_at is not null';
// Two requests of one customer wait for each other. So no code is used twice, and no further wrong code is tried.
const lockText = `
  select secret, confirmed_at is not null as "isOn", last_step as "lastStep", ${isFresh},
    (select count(*) from unnest(wrong_at) as at where at > now() - interval '15 minutes') as wrong
  from second_factor where customer_id = $1 for update`;
const areStoredText = 'select from recovery_code where customer_id = $1 and code_digest = any($2) limit 1';
const useStepText = 'update second_factor set last_step = $2 where customer_id = $1';
const useCodeText = 'delete from recovery_code where customer_id = $1 and code_digest = $2 returning code_digest';
const noteWrongText = `
  update second_factor set wrong_at = array(
    select at from unnest(wrong_at) as at where at > now() - interval '15 minutes') || now()
  where customer_id = $1`;
const confirmText = 'update second_factor set confirmed_at = now() where customer_id = $1';
const forgetCodesText = 'delete from recovery_code where customer_id = $1';
const storeCodesText = `
  insert into recovery_code (customer_id, code_digest) select $1, unnest($2::text[])`;
const codesMadeText = 'update second_factor set codes_made_at = now() where customer_id = $1';
const removeText = 'delete from second_factor where customer_id = $1 returning customer_id';

/** The customer, with the shop's key. */
export function ownerOf({ settings }: Pick<Context, 'settings'>, customer: string): Owner {
  return { customer, key: settings.secretKey };
}

/** A new secret, which the app is to have. Throws CONFLICT where one is in use. */
export async function beginFactor(database: Database, owner: Owner): Promise<string> {
  const secret = newSecret();
  const begun = await database.query(beginText, [owner.customer, seal(secret, owner)]);
  if (begun.length === 0) throw new StoaError('CONFLICT', { text: 'factor.isOn' });
  return secret;
}

/** Undefined for a customer who has none, and is setting up none. */
export async function findFactor(database: Database, owner: Owner): Promise<Factor | undefined> {
  const [row] = await database.query<Factor>(findText, [owner.customer]);
  return row && { ...row, secret: unseal(row.secret, owner) };
}

/** Whether it is in use. It reads no secret. */
export async function isOn(database: Database, customer: string): Promise<boolean> {
  return (await findOn(database, [customer])).has(customer);
}

/** Those of these customers who have one in use. */
export async function findOn(database: Database, customers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(onText, [customers]);
  return new Set(rows.map(({ id }) => id));
}

/** The recovery codes of a key. Null when none of them is good any more, and for a key that they were not made with. */
export async function findCodes(
  database: Database,
  { customer, secret, key }: { readonly customer: string; readonly secret: string; readonly key: string },
): Promise<readonly string[] | null> {
  const codes = codesOf(secret, key);
  return (await database.query(areStoredText, [customer, codes.map(digestOf)])).length === 0 ? null : codes;
}

/**
 * Uses a code, of the app or for recovery. `state` is the one in which the second factor has to be: on, or begun a few
 * minutes ago.
 */
export async function useCode(
  transaction: Transaction,
  owner: Owner,
  { code, state }: { readonly code: string; readonly state: 'begun' | 'on' },
): Promise<Outcome> {
  const { customer } = owner;
  const [factor] = await transaction.query<Locked>(lockText, [customer]);
  if (state === 'begun' && factor?.isOn) return 'on';
  if (factor === undefined || !(state === 'on' ? factor.isOn : factor.isFresh)) return 'none';
  if (factor.wrong >= mostWrong) return 'blocked';
  const step = stepOf(unseal(factor.secret, owner), plainDigits(code.replaceAll(/\s/g, '')));
  if (step !== undefined && step > factor.lastStep) {
    await transaction.query(useStepText, [customer, step]);
    return 'right';
  }
  if ((await transaction.query(useCodeText, [customer, digestOf(code)])).length > 0) {
    await transaction.record({ action: 'second-factor.recovered', subject: `customer:${customer}` });
    return 'right';
  }
  await transaction.query(noteWrongText, [customer]);
  return 'wrong';
}

interface Locked extends Pick<Factor, 'secret' | 'isOn' | 'isFresh'> {
  readonly lastStep: number;
  readonly wrong: number;
}

/** Switches it on. The customer gets a mail, where the address is known. */
export async function confirmFactor(
  transaction: Transaction,
  { customer, email }: { readonly customer: string; readonly email: string | undefined },
): Promise<void> {
  await transaction.query(confirmText, [customer]);
  await transaction.record({ action: 'second-factor.on', subject: `customer:${customer}` });
  if (email !== undefined) await transaction.mail('second-factor-changed', { to: email, props: { to: 'on' } });
}

/** Stores the digests of new recovery codes. Those of before are not good any more. */
export async function storeCodes(transaction: Transaction, owner: Owner, key: string): Promise<readonly string[]> {
  const { customer } = owner;
  const [factor] = await transaction.query<Locked>(lockText, [customer]);
  const codes = factor === undefined ? [] : codesOf(unseal(factor.secret, owner), key);
  await transaction.query(forgetCodesText, [customer]);
  await transaction.query(storeCodesText, [customer, codes.map(digestOf)]);
  await transaction.query(codesMadeText, [customer]);
  await transaction.record({ action: 'second-factor.codes-made', subject: `customer:${customer}` });
  return codes;
}

interface Removed {
  readonly customer: string;
  readonly email?: string | null | undefined;
  /** Of the mail. Default: that of the request. */
  readonly locale?: string | undefined;
  readonly action?: 'second-factor.off' | 'second-factor.reset';
}

/** Switches it off, with a mail. Without an address, the account is deleted, and the customer has a mail about that. */
export async function removeFactor(
  transaction: Transaction,
  { customer, email, locale, action = 'second-factor.off' }: Removed,
): Promise<void> {
  const removed = await transaction.query(removeText, [customer]);
  if (removed.length === 0) return;
  await transaction.record({ action, subject: `customer:${customer}` });
  const mail = locale === undefined ? {} : { locale };
  if (email) await transaction.mail('second-factor-changed', { ...mail, to: email, props: { to: 'off' } });
}

/** Switches it off for a member who has lost it. Throws NOT_FOUND where none is in use. */
export async function resetFactor(transaction: Transaction, reset: Omit<Removed, 'action'>): Promise<void> {
  const [factor] = await transaction.query<Locked>(lockText, [reset.customer]);
  if (!factor?.isOn) throw new StoaError('NOT_FOUND', { text: 'reset.none' });
  await removeFactor(transaction, { ...reset, action: 'second-factor.reset' });
}
