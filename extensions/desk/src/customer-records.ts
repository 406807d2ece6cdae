import type { Database } from 'stoa';
import { findViews } from './view-store.ts';

const findText = 'select role, name, email, joined_at as "joinedAt" from member where customer_id = $1';

/** What the desk knows of the customer. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  const [members, views] = await Promise.all([database.query(findText, [customer]), findViews(database, customer)]);
  return [{ topic: 'desk', json: JSON.stringify([...members, ...views]) }];
}
