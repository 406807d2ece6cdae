import { randomBytes } from 'node:crypto';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect } from 'chai';
import type { Database } from '#extension-api';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import {
  type DatabaseFolder,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';

const statements = 4_000;

/** What the listeners of all requests hold together. Where ended ones are not freed, all of it is in the old space. */
const heldMb = (statements * 16_000) / 1e6;

/** The old space gets compiled code, and what is under way at each collection of the young space. */
const mostMb = heldMb / 4;

describe('the memory of statements that have ended', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { database: { connections: 1 } });
    await server.migrate([sqlManifest('shop', { '001-item.sql': 'create table item (id int)' })]);
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  it('does not fill the old space with their rows', async () => {
    const text = "select g as id, repeat('x', 200) as name from generate_series(1, $1::int) g";
    expect(await growthMb({ callers: 4, run: (shop) => shop.query(text, [20]) })).to.be.below(mostMb);
  });

  it('does not fill the old space with requests that waited for a connection', async () => {
    const run = (shop: Database) => shop.query('select 1 as one');
    expect(await growthMb({ callers: 64, run })).to.be.below(mostMb);
  });

  interface Load {
    readonly callers: number;
    readonly run: (shop: Database) => Promise<unknown>;
  }

  /** The most by which the old space grows. Young collections fill it, and the first full one empties it. */
  async function growthMb({ callers, run }: Load): Promise<number> {
    const shop = extensionId('shop');
    const send = async (count: number): Promise<number> => {
      let most = 0;
      let remaining = count;
      const call = async (): Promise<void> => {
        while (remaining-- > 0) {
          const request = new AbortController();
          const data = randomBytes(8_000).toString('hex');
          request.signal.addEventListener('abort', () => data);
          await run(server.of(shop, request.signal));
          most = Math.max(most, oldSpaceMb());
        }
      };
      await Promise.all(Array.from({ length: callers }, call));
      return most;
    };
    // The first ones compile what all run, and move what earlier tests have left to the old space.
    await send(statements);
    const before = oldSpaceMb();
    return (await send(statements)) - before;
  }
});

function oldSpaceMb(): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  return (old?.space_used_size ?? 0) / 1e6;
}
