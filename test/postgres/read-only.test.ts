import { expect } from 'chai';
import type { DatabaseServer } from '#postgres';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  recordingLogger,
  sqlManifest,
} from '../support/database.ts';
import { setReadOnly } from '../support/failing-server.ts';
import { rejection } from '../support/rejection.ts';

const insert = 'insert into note (id) values ($1) returning pg_backend_pid() as pid';

describe('a database that takes no changes', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  const { logger, lines } = recordingLogger();
  const notes = () => server.of(extensionId('notes'));
  const turn = async (value: 'on' | 'off') => setReadOnly(await embeddedSettings(folder), value);
  const away = { code: 'UNAVAILABLE', status: 503, headers: { 'retry-after': '1' } };

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { logger });
    await server.migrate([sqlManifest('notes', { '001-note.sql': 'create table note (id int)' })]);
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  it('is an outage for a statement, a shared statement and a transaction, and for no read', async () => {
    // The text is prepared and shared from the third time on.
    const [before] = await notes().query<{ pid: number }>(insert, [0]);
    for (let run = 0; run < 4; run++) await notes().query(insert, [run]);
    await turn('on');
    const statements = Array.from({ length: 8 }, (_, id) => rejection(notes().query(insert, [id])));
    for (const error of await Promise.all(statements)) expect(error).to.deep.include(away);
    expect(await rejection(notes().transaction(({ query }) => query(insert, [9])))).to.deep.include(away);
    expect(await notes().query('select count(*) from note')).to.deep.equal([{ count: 5 }]);
    expect(await server.ping()).to.deep.equal({ isReadOnly: true });
    expect(server.trouble()?.ended).to.equal(undefined);
    await turn('off');
    while (server.trouble()?.ended === undefined) await server.ping();
    // On a new connection: an address may lead to another server after a promotion.
    const [after] = await notes().query<{ pid: number }>(insert, [10]);
    expect(after?.pid).to.be.a('number').and.not.equal(before?.pid);
    expect(await server.ping()).to.deep.equal({ isReadOnly: false });
  });

  it('is a bug of an extension whose own transaction or session is to read only', async () => {
    const own = await rejection(
      notes().transaction(async ({ query }) => {
        await query('set transaction read only');
        await query(insert, [11]);
      }),
    );
    expect(own).to.include({ code: '25006' });
    await notes().query('set default_transaction_read_only = on');
    const session = await rejection(notes().query(insert, [12]));
    await notes().query('reset default_transaction_read_only');
    expect(session).to.include({ code: '25006' });
    // The one line is of the outage above. A slow login of a busy machine is a trouble, too, but not this one.
    expect(lines.filter((line) => line.includes('database takes no changes'))).to.have.length(1);
  });
});
