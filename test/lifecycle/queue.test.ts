import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect } from 'chai';
import { extensionId } from '../support/database.ts';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

const notes = extensionId('notes');

forEachPlacement('the queue of a shop', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'tasks-shop', development: true, admin: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const later = async (job: string, input: unknown): Promise<void> => {
    const signal = new AbortController().signal;
    const value = { job, ...Object(input) };
    await shop.gateway.runTask({ extension: notes, task: 'jobs/nightly', input: value, attempt: 1, signal });
  };
  const until = async (extension: string, text: string): Promise<void> => {
    while ((await shop.database(extension).query(text)).length === 0) await immediate();
  };

  it('runs a job, and the subscriber of the event that the job has published', async () => {
    await later('write', { noteId: 'queued' });
    await until('counts', "select from counted where payload ->> 'noteId' = 'queued'");
    expect(await shop.database('notes').query("select id from note where id = 'queued'")).to.have.length(1);
  });

  it('counts what has run, and what waits', async () => {
    const metrics = await (await fetch(`${shop.adminUrl}/metrics`)).text();
    expect(metrics).to.match(/stoa_tasks_total\{extension="notes",task="jobs\/write",outcome="done"\} [1-9]/);
    expect(metrics).to.match(/^stoa_tasks_waiting \d+$/m);
    expect(metrics).to.match(/^stoa_tasks_dead 0$/m);
  });

  it('publishes nothing when the transaction fails', async () => {
    await later('write', { noteId: 'rolled-back', fails: true });
    await later('write', { noteId: 'after' });
    await until('counts', "select from counted where payload ->> 'noteId' = 'after'");
    const rows = await shop.database('counts').query("select from counted where payload ->> 'noteId' = 'rolled-back'");
    expect(rows).to.deep.equal([]);
  });

  it('runs what a reload has left, and nothing that it has removed', async () => {
    await rm(join(shop.file, '../extensions/counts/subscribers/note.written/count.ts'));
    expect(await shop.generations.reload('the subscriber is gone')).to.have.property('state', 'current');
    await later('write', { noteId: 'unheard' });
    await until('notes', "select from note where id = 'unheard'");
    expect(
      await shop.database('counts').query("select from counted where payload ->> 'noteId' = 'unheard'"),
    ).to.deep.equal([]);
  });
});

forEachPlacement('a shop without events and jobs', (start) => {
  it('opens no connection for them', async () => {
    const shop = await start({ fixture: 'small-shop' });
    const rows = await shop
      .database('things')
      .query("select from pg_stat_activity where application_name = 'stoa queue' and datname = current_database()");
    expect(rows).to.deep.equal([]);
    expect(await shop.database('things').query("select from pg_namespace where nspname = 'stoa_queue'")).to.deep.equal(
      [],
    );
    await shop[Symbol.asyncDispose]();
  });
});
