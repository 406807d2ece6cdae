import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';

const subscriber = 'extensions/tallies/subscribers/mark.made/tally.ts';
/** Milliseconds between two looks at the database. */
const lookMs = 20;

/** What a process that runs tasks keeps in the database. Ended runners leave neither a lock nor a session. */
const keptText = `
  select (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
      where locktype = 'advisory' and a.application_name = 'stoa queue' and a.datname = current_database()) as locks,
    (select count(*)::int from pg_stat_activity
      where application_name = 'stoa queue' and datname = current_database() and query ilike 'listen%') as listeners`;

describe('50 reloads of a shop with a subscriber', () => {
  it('leave one runner, and each event is handled by the version of its time', async () => {
    const { url, drop } = await createDatabase();
    const admin = await connect(parseDatabaseUrl(url));
    const sql = async (text: string) => (await admin.query(text)).rows;
    const shop = await startGateway({ fixture: 'marks-shop', databaseUrl: url });
    const file = join(dirname(shop.file), subscriber);
    const text = await readFile(file, 'utf8');
    const expected: string[] = [];
    for (let version = 1; version <= 50; version++) {
      await writeFile(file, text.replace('payload.id]', `payload.id + ' of ${version}']`));
      expect((await shop.generations.reload('test')).findings).to.deep.equal([]);
      expect((await shop.rest('POST', '/marks', { body: { id: `mark ${version}` } })).status).to.equal(201);
      while ((await sql('select from stoa_queue.jobs')).length > 0) await wait(lookMs);
      expected.push(`mark ${version} of ${version}`);
    }
    const tallies = await sql('select id from ext_tallies.tally');
    expect(tallies.map(({ id }) => id)).to.have.members(expected);
    const kept = async () => JSON.stringify(await sql(keptText));
    while ((await kept()) !== JSON.stringify([{ locks: 1, listeners: 1 }])) await wait(lookMs);

    await shop[Symbol.asyncDispose]();
    await admin.end();
    await drop();
  });
});
