import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { TaskCall } from '#queue';
import { extensionId } from '../support/database.ts';
import { rejection } from '../support/rejection.ts';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

const never = new AbortController().signal;

forEachPlacement('tasks', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'tasks-shop' });
  });
  after(() => shop[Symbol.asyncDispose]());

  const run = (extension: string, task: string, call: Partial<TaskCall> = {}): Promise<void> =>
    shop.gateway.runTask({
      extension: extensionId(extension),
      task,
      input: null,
      attempt: 1,
      signal: never,
      ...call,
    });
  const event = (payload: unknown, id = randomUUID()) => ({
    id,
    name: 'note.written',
    at: new Date().toISOString(),
    payload,
    key: `${id}/counts/count`,
  });
  const count = 'subscribers/note.written/count';

  it('run with the extension as the caller, with its permissions, and without a request', async () => {
    await run('notes', 'jobs/look', { input: { a: 1 }, attempt: 3 });
    const [{ value } = { value: undefined }] = await shop
      .database('notes')
      .query<{ value: unknown }>("select value from seen where what = 'context'");
    expect(value).to.deep.equal({
      input: { a: 1 },
      attempt: 3,
      caller: { kind: 'extension', id: 'notes', permissions: ['notes:read'] },
      words: ['Hello', 'Hallo'],
      shop: 'Stoa',
      data: null,
      codes: ['secrets'],
      keys: [],
    });
  });

  it('give a subscriber the event', async () => {
    const given = event({ noteId: 'n1' });
    await run('counts', count, { input: given });
    await run('counts', count, { input: given });
    const rows = await shop.database('counts').query('select * from counted where key = $1', [given.key]);
    expect(rows).to.deep.equal([{ key: given.key, payload: { noteId: 'n1' }, name: 'note.written' }]);
  });

  it('refuse a payload that the owner of the event does not describe so', async () => {
    const error = await rejection(run('counts', count, { input: event({ noteId: 7 }) }));
    expect(error).to.have.property(
      'message',
      'The payload of "note.written" is not as its owner describes it: "noteId" must be a string, but is a number. Put it in quotes.',
    );
  });

  it('have not begun where this generation does not know them', async () => {
    const error = await rejection(run('counts', 'jobs/unknown'));
    expect(error).to.include({ code: 'UNAVAILABLE', message: 'There is no task counts/jobs/unknown.' });
  });

  it('end with their time limit, and their signal is aborted', async () => {
    const error = await rejection(run('notes', 'jobs/forever'));
    expect(error).to.include({ code: 'TIMEOUT', message: 'The task notes/jobs/forever took longer than 1 s.' });
    while (shop.log.events('signal aborted').length === 0) await immediate();
  });

  it('end when the process stops', async () => {
    const stopping = new AbortController();
    const running = rejection(run('notes', 'jobs/forever', { signal: stopping.signal }));
    stopping.abort(new Error('the process stops'));
    expect(await running).to.have.property('message', 'the process stops');
  });

  for (const [what, task, input, message] of [
    [
      'a job that is not there',
      'nightly',
      { job: 'loook' },
      'later: this extension has no jobs/loook.ts. Did you mean "look"?',
    ],
    [
      'an input that is not as described',
      'nightly',
      { job: 'write' },
      'later("write"): "noteId" is missing. Add "noteId".',
    ],
    [
      'a payload that is not as described',
      'write',
      { noteId: 'n2', words: 'many' },
      'publish("note.written"): "words" must be a whole number, but is a string. Write it in digits, without quotes.',
    ],
  ] as const)
    it(`cannot send ${what}`, async () => {
      const error = await rejection(run('notes', `jobs/${task}`, { input }));
      expect(error).to.have.property('message', message);
      expect(await shop.database('notes').query("select from note where id = 'n2'")).to.deep.equal([]);
    });

  describe('of the queue', () => {
    const counted = (noteId: string): Promise<readonly object[]> =>
      shop.database('counts').query("select payload from counted where payload ->> 'noteId' = $1", [noteId]);

    it('run when an event is published, after its transaction', async () => {
      await rejection(run('notes', 'jobs/write', { input: { noteId: 'undone', fails: true } }));
      await run('notes', 'jobs/write', { input: { noteId: 'done', words: 3 } });
      while ((await counted('done')).length === 0) await immediate();
      expect(await counted('done')).to.deep.equal([{ payload: { noteId: 'done', words: 3 } }]);
      expect(await counted('undone')).to.deep.equal([]);
    });

    it('run when the work of extension.ts publishes, and asks for a job', async () => {
      await shop.database('notes').query("insert into wanted values ('started')");
      for (const noteId of ['started', 'started later']) while ((await counted(noteId)).length === 0) await immediate();
    });

    for (const within of [false, true])
      it(`run when a job asks for another one${within ? ' in a transaction' : ''}`, async () => {
        const noteId = `later ${within}`;
        await run('notes', 'jobs/nightly', { input: { job: 'write', within, noteId } });
        while ((await counted(noteId)).length === 0) await immediate();
        expect(await counted(noteId)).to.deep.equal([{ payload: { noteId } }]);
      });
  });
});
