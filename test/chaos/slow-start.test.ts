import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { lockedDatabase, startWaiting } from '../support/locked-database.ts';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('a start whose migration does not come to its end', () => {
  it('ends with SIGTERM, and leaves nothing of the migration', async () => {
    const { url, drop } = await createDatabase();
    const admin = await connect(parseDatabaseUrl(url));
    const file = await fixtureProject('small-shop');
    const migration = join(dirname(file), 'extensions/things/migrations/002-wait.sql');
    // The first attempt to cancel it comes to nothing, as one between two statements does.
    const catching = 'do $$ begin perform pg_sleep(600); exception when query_canceled then null; end $$;';
    await writeFile(migration, `create table half (id int); ${catching} select pg_sleep(600);`);
    const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
    await using running = startStoa(['start'], { file, environment });
    await running.waitFor(/"migration":"002-wait.sql"[^\n]*migration begins/, 'stderr');
    expect(await running.stop('SIGTERM')).to.equal(0);
    expect(running.stderr()).to.contain('stopped before it was open');
    const { rows } = await admin.query(
      `select to_regclass('ext_things.half') as half, array(select name from stoa.migrations) as names`,
    );
    expect(rows).to.deep.equal([{ half: null, names: ['001-create-thing.sql'] }]);
    await admin.end();
    await drop();
  });

  it('closes the admin port when it fails', async () => {
    const { url, drop } = await createDatabase();
    const file = await fixtureProject('small-shop');
    await writeFile(join(dirname(file), 'extensions/things/migrations/002-bad.sql'), 'wrong;');
    const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
    await using running = startStoa(['start'], { file, environment });
    const ended = once(running.child, 'close');
    await running.waitFor(/MIGRATION_FAILED/, 'stderr');
    expect(await ended).to.deep.equal([1, null]);
    await drop();
  });
  it('ends with SIGTERM while it waits for another process that migrates', async () => {
    await using locked = await lockedDatabase();
    await using running = await startWaiting('start', locked);
    expect(await running.stop('SIGTERM')).to.equal(0);
    expect(running.stderr()).to.contain('stopped before it was open');
  });
});
