import type { Database } from 'stoa';

const findText = 'select role, name, email, joined_at as "joinedAt" from member where customer_id = $1';

/** What the desk knows of the customer. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  return [{ topic: 'desk', json: JSON.stringify(await database.query(findText, [customer])) }];
}
