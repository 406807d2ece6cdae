import { basename } from 'node:path';
import { expect } from 'chai';
import { readExtension } from '../../../../src/extensions/index.ts';
import { declaredAt, extensionId, type Files, temporaryFolder } from '../../../../test/extensions/extension-folder.ts';
import { lintEvents } from '../../src/lints/lint-events.ts';

const event = '{ "type": "object", "properties": { "id": { "type": "string" } } }';
const migration = { 'migrations/001-create.sql': 'create table thing (id text);' };

const owner = {
  ...migration,
  'events/thing.made.json': event,
  'jobs/sweep.ts': 'export default () => undefined;\n',
  'src/make.ts':
    "export const make = async ({ database, later }) => {\n  await later('sweep');\n  await database.transaction((transaction) => transaction.publish('thing.made', { id: '1' }));\n};\n",
};
const taker = { ...migration, 'subscribers/thing.made/note.ts': 'export default () => undefined;\n' };

/** A shop with these files changed. Undefined: without the file. */
async function found(files: Readonly<Record<string, string | undefined>> = {}) {
  const folders: readonly (readonly [string, Files])[] = [
    ['things', { ...owner, ...own(files, 'things') }],
    ['notes', { ...taker, ...own(files, 'notes') }],
  ];
  await using stack = new AsyncDisposableStack();
  const manifests = await Promise.all(
    folders.map(async ([id, written]) => {
      const { folder } = stack.use(await temporaryFolder(written));
      return (await readExtension({ id: extensionId(id), folder, declaredAt })).manifest;
    }),
  );
  const findings = await lintEvents(manifests);
  return findings.map(({ code, where, what, severity }) =>
    [severity, code, `${basename(where.file)}:${where.line}`, what].join(' '),
  );
}

const own = (files: Readonly<Record<string, string | undefined>>, id: string): Files =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, text]) =>
      name.startsWith(`${id}/`) ? [[name.slice(id.length + 1), text ?? '// nothing\n']] : [],
    ),
  );

describe('the lint of events', () => {
  it('has nothing against what is published, taken and asked for', async () => {
    expect(await found()).to.deep.equal([]);
  });

  for (const [about, files, finding] of [
    [
      'an event that no code publishes',
      { 'things/src/make.ts': "export const make = ({ later }) => later('sweep');\n" },
      'LINT_EVENT_UNPUBLISHED thing.made.json:1 describes "thing.made", which no code of things publishes',
    ],
    [
      'an event that no extension takes',
      { 'things/events/thing.sold.json': event, 'things/src/sell.ts': "export const sold = 'thing.sold';\n" },
      'LINT_EVENT_UNTAKEN thing.sold.json:1 describes "thing.sold", which no extension of the shop takes',
    ],
    [
      'the event of another extension that code publishes',
      { 'notes/src/make.ts': "export const make = (tx) => tx.publish('thing.made', {});\n" },
      'LINT_EVENT_FOREIGN make.ts:1 publishes "thing.made", an event of things: the call rejects',
    ],
    [
      'an event without an owner that code publishes',
      { 'notes/src/make.ts': "export const make = (transaction) => transaction.publish('thing.mad', {});\n" },
      'LINT_EVENT_FOREIGN make.ts:1 publishes "thing.mad", which no extension describes: the call rejects',
    ],
    [
      'a job of another extension that code asks for',
      { 'notes/src/ask.ts': "export const ask = (context) => context.later('sweep');\n" },
      'LINT_JOB_UNKNOWN ask.ts:1 asks for the job "sweep", and notes has no jobs/sweep.ts: the call rejects',
    ],
    [
      'a misspelt job',
      { 'things/src/ask.ts': "export const ask = ({ later }) => later('swep');\n" },
      'LINT_JOB_UNKNOWN ask.ts:1 asks for the job "swep", and things has no jobs/swep.ts: the call rejects',
    ],
    [
      'a job without a schedule that nothing asks for',
      { 'things/jobs/clean.ts': 'export default () => undefined;\n' },
      'LINT_JOB_UNASKED clean.ts:1 has no schedule, and no code of things asks for it, so it never runs',
    ],
    [
      'a misspelt mail',
      {
        'things/mails/thing-made.tsx': 'export default () => null;\n',
        'things/src/tell.ts': "export const tell = (context) => context.mail('thing-mad', {});\n",
      },
      'LINT_MAIL_UNKNOWN tell.ts:1 sends the mail "thing-mad", and things has no mails/thing-mad.tsx: the call rejects',
    ],
  ] as const)
    it(`names ${about}`, async () => {
      expect(await found(files)).to.deep.equal([`warning ${finding}`]);
    });

  it('says nothing of functions of other libraries with these names', async () => {
    const source = "redis.publish('channel', 'x');\nclock.later('midnight');\npublish('a');\n";
    expect(await found({ 'notes/src/other.ts': source })).to.deep.equal([]);
  });
});
