import { setTimeout as wait } from 'node:timers/promises';
import type { KilledShop } from './killed-shop.ts';

const lookMs = 200;

/** Lets a minute pass for all that waits for one: what no step has moved, and whose provider was not asked. */
const laterTexts = [
  `update ext_orders.orders set tried_at = tried_at - interval '1 minute', changed_at = changed_at - interval '1 minute'
   where tried_at > now() - interval '1 minute'`,
  "update ext_payments.payment set checked_at = checked_at - interval '2 minutes' where state in ('NEW', 'OPEN', 'CLOSED')",
  "update ext_payments.refund set checked_at = checked_at - interval '2 minutes' where state = 'PENDING'",
  `select stoa_queue.reschedule_jobs(array(select id from stoa_queue.jobs
   where attempts > 0 and attempts < max_attempts and run_at > now() and locked_by is null), run_at => now())`,
];

/** What is still to be done, whether the books agree or not. Jobs with a schedule always come again. */
const waitingText = `
  select 'task' as what, task_identifier as which from stoa_queue.jobs
    where attempts < max_attempts and task_identifier not in (select extension || '/' || task from stoa.tasks where schedule is not null)
  union all select 'order', order_id || ' ' || state from ext_orders.orders
    where state in ('PLACING', 'CLOSING', 'PAYING', 'REFUNDING') or (state = 'CANCELLED' and not released)
      or (state = 'PENDING' and (not opened or unwanted or pay_until < now()))
      or (state in ('PAID', 'CONFIRMED') and unwanted and sent_at is null)
      or rest = 'CANCELLED'
  union all select 'refund', key from ext_payments.refund where state = 'PENDING'
  union all select 'payment', order_id || ' ' || p.state from ext_payments.payment p
    left join ext_payment_sandbox.session s on s.session_id = p.reference
    where p.state = 'NEW' or (p.state = 'OPEN' and (s.status <> 'open' or s.expires_at < now()))
      or (p.state = 'CLOSED' and not p.stopped and p.reference is not null)
  limit 20`;

/** Resolves when nothing is left to do. After `ms`, it says what is left. */
export async function waitForRest(shop: KilledShop, ms: number): Promise<readonly Record<string, unknown>[]> {
  const end = performance.now() + ms;
  for (;;) {
    const left = await shop.sql(waitingText);
    if (left.length === 0 || performance.now() > end) return left;
    for (const text of laterTexts) await shop.sql(text);
    await wait(lookMs);
  }
}
