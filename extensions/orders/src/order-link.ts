import { randomBytes } from 'node:crypto';
import type { Database } from 'stoa';
import { digestOf } from './digest.ts';

/** A new key that shows the order. The database has its digest alone, so that each mail and each answer gets a key of its own. */
export async function makeKey(database: Database, orderId: string): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await database.query('insert into order_link (key_digest, order_id) values ($1, $2)', [digestOf(key), orderId]);
  return key;
}
