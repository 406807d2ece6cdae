import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { rejection } from '../../../../test/support/rejection.ts';
import { fixtureProject } from '../../../../test/support/test-project.ts';
import type { ExtensionContract } from '../../src/shop/index.ts';
import { openAlone } from '../../src/testing/alone/open-alone.ts';

const from = resolve(import.meta.dirname, '../../../../test/fixtures/tasks-shop/extensions/counts');

describe('tasks of an extension alone', () => {
  let counts: TestExtension;
  before(async () => {
    counts = await openExtension('counts', { from });
  });
  after(() => counts.close());

  it('get an event of another extension', async () => {
    await counts.publish('note.written', { noteId: 'n1' });
    expect(await counts.database.query('select name, payload from counted')).to.deep.equal([
      { name: 'note.written', payload: { noteId: 'n1' } },
    ]);
    expect(counts.deadLetters()).to.deep.equal([]);
  });

  it('know the event by the contract, so that no other payload is handed over', async () => {
    const folder = join(dirname(await fixtureProject('tasks-shop')), 'extensions/counts');
    const event = { type: 'object', required: ['noteId'] };
    const notes = { sdl: [], routes: {}, components: {}, events: { 'note.written': event } };
    const contract: ExtensionContract = {
      contract: 1,
      extension: 'counts',
      gives: { sdl: [], routes: {}, components: {} },
      needs: { pages: {}, extensions: { notes } },
    };
    await writeFile(join(folder, 'extension.contract.json'), JSON.stringify(contract));
    await using alone = await openExtension('counts', { from: folder });
    await alone.publish('note.written', { noteId: 'n1' });
    const error = await rejection(alone.publish('note.written', { bad: 1 }));
    expect(error).to.have.property('message').that.includes('is not as its owner describes it');
  });

  it('are dead letters after their last attempt', async () => {
    await counts.database.query('alter table counted add check (not payload ? $$bad$$)');
    const error = await rejection(counts.publish('note.written', { bad: 1 }));
    expect(counts.deadLetters().map(({ task, error }) => ({ task, error }))).to.deep.equal([
      { task: 'subscribers/note.written/count', error },
    ]);
  });

  it('are refused where none takes the event', async () => {
    expect(await rejection(counts.publish('note.writen', {}))).to.have.property(
      'message',
      'no subscriber takes "note.writen". Did you mean "note.written"?',
    );
  });

  it('start by no schedule, which would run statements between two lines of a test', async () => {
    const chosen = { from: join(from, '../notes'), mocks: {}, environment: {}, settings: {} };
    const defaults = {
      random: 1,
      nulls: 0,
      seed: false,
      locale: 'en-IE',
      locales: ['en-IE'],
      currency: 'EUR',
      timeZone: 'UTC',
    };
    const { running, close } = await openAlone('notes', { ...defaults, ...chosen });
    try {
      const planned = "select next_at from stoa.tasks where task = 'jobs/nightly'";
      expect(await running.database.query(planned)).to.deep.equal([{ next_at: null }]);
    } finally {
      await close();
    }
  });

  it('run as a job', async () => {
    await counts.runJob('tally');
    expect(counts.log.some((line) => line.includes('"tallied"'))).to.equal(true);
    expect(await rejection(counts.runJob('tallly'))).to.have.property(
      'message',
      'There is no task counts/jobs/tallly.',
    );
  });
});
