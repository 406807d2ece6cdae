import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { freePort } from '../support/free-port.ts';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('a start that migrates for a long time', () => {
  it('answers probes from the first moment, and says what it does', async () => {
    const { url, drop } = await createDatabase();
    const blocker = await connect(parseDatabaseUrl(url));
    try {
      await blocker.query('select pg_advisory_lock(42)');
      const file = await fixtureProject('small-shop');
      // The migration waits until the test lets it go.
      const migration = join(dirname(file), 'extensions/things/migrations/002-wait.sql');
      await writeFile(migration, 'select pg_advisory_xact_lock(42);');
      const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
      const probe = await freePort();
      await using running = startStoa(['start', '--admin-port', String(probe)], { file, environment });
      const get = async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${probe}${path}`);
        return [response.status, await response.text()] as const;
      };
      await running.waitFor(/"migration":"002-wait.sql"[^\n]*migration begins/, 'stderr');
      expect(await get('/livez')).to.deep.equal([200, 'ok\n']);
      const reason = '[-] running: it is starting: it runs things/002-wait.sql\nnot ready\n';
      expect(await get('/readyz')).to.deep.equal([503, reason]);
      expect(await get('/startupz')).to.deep.equal([503, reason]);
      expect((await get('/metrics'))[0]).to.equal(503);
      expect((await get('/console'))[0]).to.equal(503);

      await blocker.query('select pg_advisory_unlock(42)');
      await running.waitFor(/Stoa is open at (\S+)/);
      expect(await get('/startupz')).to.deep.equal([200, 'started\n']);
      expect(await get('/readyz')).to.deep.equal([200, 'ready\n']);
      expect((await get('/metrics'))[0]).to.equal(200);
    } finally {
      await blocker.end();
      await drop();
    }
  });
});
