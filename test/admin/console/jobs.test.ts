import { expect } from 'chai';
import type { Client } from 'pg';
import { connect, parseDatabaseUrl } from '../../../src/postgres/connection/connect.ts';
import { askConsole, signInToConsole } from '../../support/console-client.ts';
import { postgresProxy } from '../../support/postgres-proxy.ts';
import { createDatabase } from '../../support/shared-server.ts';
import { startGateway, type TestGateway } from '../../support/start-gateway.ts';
import { waitUntil } from '../../support/wait-until.ts';

const inDatabase = {
  fixture: 'tasks-shop',
  config: (text: string) => `${text}database: { url: "\${DATABASE_URL}" }\n`,
  admin: true,
};

describe('the jobs in the console', () => {
  let shop: TestGateway;
  let admin: Client;
  const opened = new AsyncDisposableStack();
  before(async () => {
    const { url, drop } = await createDatabase();
    opened.defer(drop);
    shop = opened.use(await startGateway({ ...inDatabase, databaseUrl: url }));
    admin = await connect(parseDatabaseUrl(url));
    opened.defer(() => admin.end());
  });
  after(() => opened.disposeAsync());

  const page = async (path = '/console/jobs') => (await askConsole(shop, path)).body;

  /** A job that fails as long as its note is there. */
  async function addDead(noteId: string): Promise<string> {
    await shop.database('notes').query('insert into note values ($1)', [noteId]);
    const added = await admin.query(
      `select id from stoa_queue.add_job('notes/jobs/write', json_build_object('input', json_build_object('noteId', $1::text)),
         max_attempts => 1)`,
      [noteId],
    );
    const { id } = added.rows[0];
    const text = 'select from stoa_queue.jobs where id = $1 and attempts = max_attempts and locked_at is null';
    await waitUntil(async () => (await admin.query(text, [id])).rowCount !== 0);
    return id;
  }

  it('are schedules, last runs and dead letters with their error', async () => {
    await addDead('shown');
    const body = await page();
    expect(body).to.match(/<b>notes\/jobs\/nightly<\/b><span><code>0 3 \* \* \*<\/code> Europe\/Dublin<\/span>/);
    expect(body).to.match(/next \d\d\d\d-\d\d-\d\d/);
    // The job runs at three in the morning.
    const { rowCount } = await admin.query("select from stoa.runs where task = 'jobs/nightly'");
    expect(body.includes('no run yet')).to.equal(rowCount === 0);
    expect(body).to.include('<span>1 dead letter</span>').and.include('<span>1 attempt</span>');
    expect(body.match(/duplicate key value violates unique constraint/g)).to.have.length(2);
    expect(body).to.include('<a href="/console/sign-in?next=%2Fconsole%2Fjobs">Sign in</a> to try them again.');
    expect(body).to.not.include('Again: ').and.not.include('noteId');
  });

  it('are tried again once by a signed-in operator alone', async () => {
    const letter = await addDead('again');
    const again = (cookie?: string) => askConsole(shop, '/console/jobs/again', { form: { letter }, cookie });
    expect((await again()).status).to.equal(401);
    expect(await page()).to.include('2 dead letters');
    const cookie = await signInToConsole(shop);
    expect((await askConsole(shop, '/console/jobs', { cookie })).body).to.include(
      `aria-label="Again: notes/jobs/write, ${letter}"`,
    );
    await shop.database('notes').query("delete from note where id = 'again'");
    const { status, headers } = await again(cookie);
    expect([status, headers.location]).to.deep.equal([303, '/console/jobs?again=notes%2Fjobs%2Fwrite']);
    expect(await page(headers.location)).to.include('notes/jobs/write is tried again.');
    expect((await again(cookie)).body).to.include('This dead letter is not there any longer');
    const counted = "select from counted where payload ->> 'noteId' = 'again'";
    await waitUntil(async () => (await shop.database('counts').query(counted)).length > 0);
    expect(shop.log.events('dead letter tried again')).to.have.length(1);
  });

  it('are none in a shop without a queue', async () => {
    await using small = await startGateway({ fixture: 'numbered-shop', admin: true });
    expect((await askConsole(small, '/console/jobs')).body).to.include('This shop has no queue');
  });

  it('cannot be read or tried again while the database is away, and the page says so', async () => {
    const { url, drop } = await createDatabase();
    opened.defer(drop);
    await using proxy = await postgresProxy(parseDatabaseUrl(url));
    await using away = await startGateway({ ...inDatabase, databaseUrl: proxy.url });
    const cookie = await signInToConsole(away);
    proxy.refuse();
    proxy.hangUp();
    expect((await askConsole(away, '/console/jobs')).body).to.include('The database does not answer.');
    const { body } = await askConsole(away, '/console/jobs/again', { form: { letter: '1' }, cookie });
    expect(body).to.include('The database does not answer, so nothing was changed.');
    proxy.accept();
  });
});
