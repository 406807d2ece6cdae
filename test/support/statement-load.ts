/**
 * A thread of `statement-memory.test.ts`: it sends statements, each for a request with data of its own, and tells by how
 * many MB its old space has grown at most. A thread has a heap of its own, in which no other test has left anything.
 */
import { randomBytes } from 'node:crypto';
import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { extensionId, makeDatabaseFolder, openTestDatabase, sqlManifest } from './database.ts';

export interface StatementLoad {
  readonly statements: number;
  /** Characters of data that the listener of each request holds. */
  readonly characters: number;
  /** Statements at once, over one connection. */
  readonly callers: number;
  readonly text: string;
}

const { statements, characters, callers, text }: StatementLoad = workerData;
const shop = extensionId('shop');

await using folder = await makeDatabaseFolder();
await using server = await openTestDatabase(folder, { database: { connections: 1 } });
await server.migrate([sqlManifest('shop', { '001-item.sql': 'create table item (id int)' })]);
// The first ones compile what all run.
await send();
const before = oldSpaceMb();
parentPort?.postMessage((await send()) - before);

/** The largest size of the old space meanwhile. */
async function send(): Promise<number> {
  let most = 0;
  let remaining = statements;
  const call = async (): Promise<void> => {
    while (remaining-- > 0) {
      const request = new AbortController();
      const data = randomBytes(characters / 2).toString('hex');
      request.signal.addEventListener('abort', () => data);
      await server.of(shop, request.signal).query(text);
      most = Math.max(most, oldSpaceMb());
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return most;
}

function oldSpaceMb(): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  return (old?.space_used_size ?? 0) / 1e6;
}
