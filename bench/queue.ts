/**
 * `npm run bench -- queue`: transactions a second of an idle queue, and how fast events are handled. The tasks do
 * nothing, so this is what the queue itself costs.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openQueueShop, ratings, reviews, TaskCalls } from '../test/queue/queue-shop.ts';

const idleSeconds = 30;
const events = 2_000;

const shop = await openQueueShop();
const calls = new TaskCalls();
const queue = await shop.open(calls.run);
await queue.announce([ratings]);
queue.take([ratings]);
await wait(2_000);

// The statistics themselves are read by one transaction.
const count = async (): Promise<number> => {
  const [row] = await shop.sql(
    'select pg_stat_clear_snapshot(), (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()',
  );
  return Number(row?.count);
};
const before = await count();
await wait(idleSeconds * 1_000);
const idle = (await count()) - before - 1;
console.log(`idle: ${(idle / idleSeconds).toFixed(2)} transactions a second`);

const started = performance.now();
for (let event = 0; event < events; event++)
  await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
const published = performance.now();
await calls.first(events);
console.log(`published: ${Math.round((events * 1000) / (published - started))} events a second`);
console.log(`handled: ${Math.round((events * 1000) / (performance.now() - started))} events a second`);
await shop.reset();
await shop[Symbol.asyncDispose]();
process.exit();
