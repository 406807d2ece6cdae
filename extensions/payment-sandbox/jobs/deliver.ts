import { createHmac } from 'node:crypto';
import type { JobOf } from '../payment-sandbox.gen.ts';
import { webhookSecret } from '../src/test-keys.ts';

/** Sends one event, signed. Each attempt has a signature of its own time. */
const deliver: JobOf<'deliver'> = async ({ event }, { database, settings, signal }) => {
  const [row] = await database.query<{ body: string }>('select body from webhook where event_id = $1', [event]);
  if (row === undefined) return;
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${row.body}`).digest('hex');
  const response = await fetch(settings.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
    body: row.body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  if (!response.ok) throw new Error(`The shop answers ${response.status} to the event ${event}.`);
  await database.query('update webhook set delivered = true where event_id = $1', [event]);
};

export default deliver;
