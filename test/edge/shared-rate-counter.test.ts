import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type DatabaseServer, openDatabase } from '#postgres';
import { createSharedCounter } from '../../src/edge/shared-rate-counter.ts';
import { databaseConfig, recordingLogger } from '../support/database.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { createDatabase } from '../support/shared-server.ts';

const rule = { name: 'test', points: 2, seconds: 60 };
const callers = 100;
// A machine with other things to do may take long to log in.
const patienceMs = 10_000;

/** Two gateways on one database. */
async function openTwo() {
  const { url, drop } = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'stoa-rates-'));
  const open = (): Promise<DatabaseServer> =>
    openDatabase(databaseConfig(folder, { url }), { logger: recordingLogger().logger });
  const [one, two] = await Promise.all([open(), open()]);
  await one.migrate([]);
  return {
    one,
    two,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.close(), two.close()]);
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe('counting in the database', () => {
  it('is one count for all processes, and one for each rule and caller', async () => {
    await using databases = await openTwo();
    const { logger } = createMemoryLog();
    const one = createSharedCounter(rule, { callers, patienceMs, table: databases.one.rates, logger });
    const two = createSharedCounter(rule, { callers, patienceMs, table: databases.two.rates, logger });
    const other = createSharedCounter(
      { ...rule, name: 'other' },
      { callers, patienceMs, table: databases.two.rates, logger },
    );
    expect(await one('ann')).to.include({ isOver: false, remaining: 1 });
    expect(await two('ann')).to.include({ isOver: false, remaining: 0 });
    expect(await one('ann')).to.include({ isOver: true, remaining: 0 });
    expect(await two('bob')).to.include({ isOver: false, remaining: 1 });
    expect(await other('ann')).to.include({ isOver: false, remaining: 1 });
  });

  it('counts what two processes send at once, from the first of all requests', async () => {
    await using databases = await openTwo();
    const { logger } = createMemoryLog();
    const counters = [databases.one, databases.two].map(({ rates: table }) =>
      createSharedCounter({ ...rule, points: 10 }, { callers, patienceMs, table, logger }),
    );
    const counts = await Promise.all(counters.flatMap((count) => Array.from({ length: 8 }, () => count('ann'))));
    expect(counts.filter(({ isOver }) => isOver)).to.have.lengthOf(6);
  });

  it('keeps no name and no address', async () => {
    await using databases = await openTwo();
    const { logger } = createMemoryLog();
    await createSharedCounter(rule, { callers, patienceMs, table: databases.one.rates, logger })(
      'address 198.51.100.7\0',
    );
    const { rows } = await databases.one.rates.query({ text: 'select key from stoa.rate_limits' });
    expect(rows).to.have.lengthOf(1);
    expect(rows[0])
      .to.have.property('key')
      .that.matches(/^[A-Za-z0-9_-]{43}$/);
  });

  it('asks the database no more about a caller who is over', async () => {
    await using databases = await openTwo();
    const { logger } = createMemoryLog();
    let queries = 0;
    const { rates } = databases.one;
    const query: typeof rates.query = (statement) => {
      queries++;
      return rates.query(statement);
    };
    const count = createSharedCounter(rule, { callers, patienceMs, table: { ...rates, query }, logger });
    for (let at = 0; at < 10; at++) await count('ann');
    expect(queries).to.equal(3);
  });

  it('takes ended windows away', async () => {
    await using databases = await openTwo();
    const { rates } = databases.one;
    await createSharedCounter(rule, { callers, patienceMs, table: rates, logger: createMemoryLog().logger })('ann');
    await rates.sweep(Date.now());
    expect((await rates.query({ text: 'select key from stoa.rate_limits' })).rows).to.have.lengthOf(1);
    await rates.sweep(Date.now() + 61_000);
    expect((await rates.query({ text: 'select key from stoa.rate_limits' })).rows).to.have.lengthOf(0);
  });

  context('while the database is away', () => {
    it('counts in this process, asks no more for a while, and says so once', async () => {
      const log = createMemoryLog();
      let asked = 0;
      const query = async () => {
        asked++;
        throw new Error('away');
      };
      const table = { schema: 'stoa', table: 'rate_limits', query, sweep: async () => undefined };
      const count = createSharedCounter(rule, { callers, table, logger: log.logger });
      const counts = [await count('ann'), await count('ann'), await count('ann')];
      expect(counts.map(({ isOver }) => isOver)).to.deep.equal([false, false, true]);
      expect(asked).to.equal(1);
      expect(log.text().split('rate limits count in this process only')).to.have.lengthOf(2);
    });

    it('does not wait for one that hangs', async () => {
      const query = () => new Promise<never>(() => undefined);
      const table = { schema: 'stoa', table: 'rate_limits', query, sweep: async () => undefined };
      const { logger } = createMemoryLog();
      const count = createSharedCounter(rule, { callers, table, logger, patienceMs: 10 });
      expect(await count('ann')).to.include({ isOver: false, remaining: 1 });
    });
  });
});
