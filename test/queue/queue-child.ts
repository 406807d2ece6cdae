/** A process of a shop that runs tasks: `node queue-child.ts URL`. Each task leaves its key, once. */
import { openDatabase } from '#postgres';
import { openQueue, type TaskCall } from '#queue';
import { databaseConfig, recordingLogger } from '../support/database.ts';
import { catalog, often, ratings } from './queue-shop.ts';

const [, , url = ''] = process.argv;
const { logger } = recordingLogger();
const database = await openDatabase(databaseConfig('/shop', { url }), { logger });

async function runTask({ task, input }: TaskCall): Promise<void> {
  const key = typeof input === 'object' && input !== null && 'key' in input ? input.key : null;
  await database
    .of(catalog)
    .query('insert into effect values (coalesce($1, $2 || gen_random_uuid()::text)) on conflict do nothing', [
      key,
      task,
    ]);
}

const queue = await openQueue({
  database,
  logger,
  concurrency: 4,
  isBusy: () => false,
  keepDays: 7,
  runTask,
});
await queue.announce([ratings, often]);
queue.take([ratings, often]);
process.send?.('ready');
