import { randomBytes } from 'node:crypto';
import type { Database } from 'stoa';
import { digestOf } from './digest.ts';

/** A new key that shows the order. The database has its digest alone, so that each mail and each answer gets a key of its own. */
export async function makeKey(database: Database, orderId: string): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await database.query('insert into order_link (key_digest, order_id) values ($1, $2)', [digestOf(key), orderId]);
  return key;
}

/** Whether the buyer has got a link: the form was answered while the order still waited for a neighbour. */
export async function isShown(database: Database, orderId: string): Promise<boolean> {
  const [link] = await database.query('select 1 from order_link where order_id = $1 limit 1', [orderId]);
  return link !== undefined;
}
