import { expect } from 'chai';
import { checkEvents } from '#extensions';
import { testManifest } from '../support/test-manifests.ts';
import { discovered, type Files, itReports, soundEndpoint } from './extension-folder.ts';

const schema = JSON.stringify({ type: 'object' });
const task = 'export default async () => {};';
const withDatabase: Files = { 'migrations/001-a.sql': 'create table a (id int);' };
const jobWith = (json: unknown): Files => ({ 'jobs/tidy.ts': task, 'jobs/tidy.json': JSON.stringify(json) });

describe('events and tasks of an extension', () => {
  it('are read by their names', async () => {
    const { manifest, places } = await discovered({
      ...withDatabase,
      'events/thing.made.json': schema,
      'jobs/tidy.ts': task,
      'jobs/tidy.json': JSON.stringify({ every: '10m', attempts: 3, timeoutMs: 5 }),
      'jobs/nightly.ts': task,
      'jobs/nightly.json': JSON.stringify({ cron: '*/15 3,4-6 * * 0-7', timeZone: 'Europe/Dublin' }),
      'subscribers/other.done/note.ts': task,
    });
    expect(places).to.deep.equal([]);
    expect(manifest.events).to.deep.equal([
      { name: 'thing.made', file: `${manifest.folder}/events/thing.made.json`, schema: { type: 'object' } },
    ]);
    expect(
      manifest.tasks.map(({ file, ...rest }) => ({ ...rest, file: file.slice(manifest.folder.length) })),
    ).to.deep.equal([
      {
        kind: 'job',
        name: 'jobs/nightly',
        schedule: { kind: 'cron', cron: '*/15 3,4-6 * * 0-7', timeZone: 'Europe/Dublin' },
        input: undefined,
        timeoutMs: 60_000,
        attempts: 10,
        file: '/jobs/nightly.ts',
      },
      {
        kind: 'job',
        name: 'jobs/tidy',
        schedule: { kind: 'every', ms: 600_000 },
        input: undefined,
        timeoutMs: 5,
        attempts: 3,
        file: '/jobs/tidy.ts',
      },
      {
        kind: 'subscriber',
        event: 'other.done',
        name: 'subscribers/other.done/note',
        timeoutMs: 60_000,
        attempts: 10,
        file: '/subscribers/other.done/note.ts',
      },
    ]);
  });

  itReports([
    ['an event without a dot', { ...withDatabase, 'events/made.json': schema }, 'EVENT_INVALID events/made.json:1'],
    ['no JSON', { ...withDatabase, 'events/thing.made.json': '{' }, 'EVENT_INVALID events/thing.made.json:1:2'],
    [
      'a payload that is no object',
      { ...withDatabase, 'events/thing.made.json': '{ "type": "string" }' },
      'EVENT_INVALID events/thing.made.json:1:11',
    ],
    [
      'no JSON Schema',
      { ...withDatabase, 'events/thing.made.json': '{ "type": "thing" }' },
      'EVENT_INVALID events/thing.made.json:1:11',
    ],
    [
      'a required field without a description',
      {
        ...withDatabase,
        'events/thing.made.json': '{ "type": "object", "required": ["id", "thing"], "properties": { "id": {} } }',
      },
      'EVENT_INVALID events/thing.made.json:1:40',
    ],
    ['no database to publish with', { 'events/thing.made.json': schema }, 'EVENT_INVALID events/thing.made.json:1'],
    ['a file that is no event', { ...soundEndpoint, 'events/made.ts': 'x' }, 'EXTENSION_FILE_UNKNOWN events/made.ts:1'],
    ['a job in a folder', { ...soundEndpoint, 'jobs/a/b.ts': task }, 'EXTENSION_FILE_UNKNOWN jobs/a:1'],
    ['settings without a job', { ...soundEndpoint, 'jobs/a.json': '{}' }, 'EXTENSION_FILE_UNKNOWN jobs/a.json:1'],
    ['a test among jobs', { ...soundEndpoint, 'jobs/a.test.ts': 'x' }, 'EXTENSION_FILE_UNKNOWN jobs/a.test.ts:1'],
    ['a job twice', { 'jobs/a.ts': task, 'jobs/a.js': task }, 'TASK_INVALID jobs/a.ts:1'],
    ['a name with a dot', { 'jobs/a.b.ts': task }, 'TASK_INVALID jobs/a.b.ts:1'],
    [
      'a subscriber without an event',
      { ...soundEndpoint, 'subscribers/a.ts': task },
      'EXTENSION_FILE_UNKNOWN subscribers/a.ts:1',
    ],
    [
      'an event that is no name',
      { ...soundEndpoint, 'subscribers/made/a.ts': task },
      'TASK_INVALID subscribers/made:1',
    ],
    [
      'a folder of a subscriber',
      { ...soundEndpoint, 'subscribers/thing.made/a/b.ts': task },
      'EXTENSION_FILE_UNKNOWN subscribers/thing.made/a:1',
    ],
    [
      'a schedule of a subscriber',
      { 'subscribers/thing.made/a.ts': task, 'subscribers/thing.made/a.json': '{ "every": "1m" }' },
      'TASK_INVALID subscribers/thing.made/a.json:1:3',
    ],
    ['an unknown key', jobWith({ evry: '1m' }), 'TASK_INVALID jobs/tidy.json:1:2'],
    ['an interval without a unit', jobWith({ every: '10' }), 'TASK_INVALID jobs/tidy.json:1:10'],
    ['two schedules', jobWith({ every: '1m', cron: '0 3 * * *' }), 'TASK_INVALID jobs/tidy.json:1:10'],
    ['a time zone alone', jobWith({ timeZone: 'UTC' }), 'TASK_INVALID jobs/tidy.json:1:13'],
    ['an empty time zone', jobWith({ cron: '0 3 * * *', timeZone: '' }), 'TASK_INVALID jobs/tidy.json:1:32'],
    ['an unknown time zone', jobWith({ cron: '0 3 * * *', timeZone: 'Mars' }), 'TASK_INVALID jobs/tidy.json:1:32'],
    ['an input that is no schema', jobWith({ input: { type: 'x' } }), 'TASK_INVALID jobs/tidy.json:1:18'],
    ...[
      '0 3 30 2 *',
      '0 3 31 4,6 *',
      '0 3 * *',
      '60 3 * * *',
      '0 3 * * 8',
      '0 4-3 * * *',
      '5/15 * * * *',
      '*/90 * * * *',
      '0 */30 * * *',
      '0 3 * * * *',
      '2027-01-01T03:00:00',
      '@daily',
      '*/0 * * * *',
      '1- * * * *',
    ].map((cron) => [`cron as "${cron}"`, jobWith({ cron }), 'TASK_INVALID jobs/tidy.json:1:9'] as const),
  ]);
});

describe('events of a shop', () => {
  const owner = (id: string) => ({
    ...testManifest(id),
    events: [{ name: 'thing.made', file: `/shop/${id}/events/thing.made.json`, schema: {} }],
  });
  const taker = (event: string) => ({
    ...testManifest('taker'),
    tasks: [
      { kind: 'subscriber', event, name: `subscribers/${event}/a`, file: '/shop/a.ts', timeoutMs: 1, attempts: 1 },
    ] as const,
  });

  it('have an owner and takers', () => {
    expect(checkEvents([owner('one'), taker('thing.made')])).to.deep.equal([]);
  });

  it('are refused when two own one', () => {
    expect(checkEvents([owner('one'), owner('two')])).to.deep.equal([
      {
        code: 'EVENT_COLLISION',
        severity: 'error',
        where: { file: '/shop/two/events/thing.made.json' },
        what: 'the extensions "one" and "two" both describe the event "thing.made"',
        fix: 'Rename one of the two: an event has one owner.',
        related: [{ file: '/shop/one/events/thing.made.json' }],
      },
    ]);
  });

  it('are warned of when a subscriber waits for one that is not there', () => {
    expect(checkEvents([owner('one'), taker('thing.maed')])).to.deep.equal([
      {
        code: 'EVENT_UNKNOWN',
        severity: 'warning',
        where: { file: '/shop/a.ts' },
        what: 'waits for the event "thing.maed", which no extension of the shop describes',
        fix: 'Did you mean "thing.made"?',
      },
    ]);
  });
});
