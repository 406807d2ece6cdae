import { existsSync, globSync } from 'node:fs';
import { browserPath } from './support/browser-path.ts';
import { nginxPath } from './support/nginx-path.ts';
import { rsyncPath } from './support/postgres-tools.ts';

/** `npm test` runs the first two. `npm run test:all` adds the slow ones, and all placements. */
export type Suite = 'unit' | 'system' | 'slow';

/** Slow tests and the reason: a folder of tests, or one file. `stoa` and its kit have folders of the same names. */
export const slow: Readonly<Record<string, string>> = {
  bench: 'It starts six servers.',
  browser: 'Each journey of a shopper waits for a browser.',
  chaos: 'Processes are killed, blocked, starved, walled in, or wait for one another.',
  'deploy/image': 'It installs the shop as the image does.',
  diff: 'Each of hundreds of edits builds a shop.',
  'docs/site': 'It builds the site, with a generator of its own.',
  evershop: 'It starts shops of imported extensions.',
  'export/joined-lists': 'An engine of others answers.',
  'export/refusals': 'An engine of others answers.',
  'export/verify': 'Engines of others answer; they are 520 MB.',
  'gateway/large-uploads': 'It sends two gigabytes.',
  'lifecycle/outage': 'It waits for faults of the database, and for their end.',
  'lifecycle/pack': 'npm packs and installs packages.',
  'lifecycle/rolling-upgrade': 'Two versions of a shop serve under traffic.',
  'lifecycle/settings-replicas': 'A thousand changes are made under load.',
  'lifecycle/switched-off': 'Each extension has a shop without it.',
  'lifecycle/tutorial': 'npm installs a shop from the registry.',
  'lifecycle/workers-reload': 'Each change is tried with several processes.',
  lints: 'Each planted mistake has a shop of its own.',
  mesh: 'GraphQL Mesh is 180 MB.',
  package: 'It tries the package from outside, with other Nodes.',
  'scaffold/from-diff': 'Each difference of two schemas is migrated for real.',
  'scaffold/new': 'tsc checks all that is written.',
  'test-runner': 'It runs mocha.',
  'testing/open-extension': 'It runs stoa test ten times.',
};

/** Slow tests that would disturb their neighbours, or be disturbed. They run after all others, one by one. */
export const alone: Readonly<Record<string, string>> = {
  'chaos/starved': 'It takes all of one processor.',
  'chaos/books': 'Fifty buyers come at once, while all processes of a shop start again.',
  'chaos/broken-books': 'Buyers come at once, while processes of a shop start again.',
  'lifecycle/outage': 'It measures how soon a shop is whole again.',
  'lifecycle/settings-replicas': 'It measures how soon a change is seen.',
  'chaos/queue-kills': 'A thousand events come in ten seconds, through three processes that start again.',
};

/** Folders whose tests start servers or commands. An extension's own tests open a whole shop. */
const systemFolders: ReadonlySet<string> = new Set([
  'lifecycle',
  'cli',
  'server',
  'admin',
  'postgres',
  'queue',
  'deploy',
  'export',
  'testing',
  'scaffold',
  'docs',
]);

/** Names of files elsewhere that do so, too. */
const systemNames: ReadonlySet<string> = new Set([
  'behind-a-proxy',
  'check-queue',
  'contracts',
  'containment',
  'gateway-ends',
  'gateway-fields',
  'host-packages',
  'queued-mail',
  'look-ups',
  'security-headers',
  'sessions',
  'shared-rate-counter',
  'tracing',
  'visitors',
]);

/** Programs that are not part of `npm ci`, and the files that need them, beside those of the folder `browser`. */
const programs: Readonly<Record<string, readonly string[]>> = {
  [browserPath]: ['site'],
  [nginxPath]: ['nginx'],
  [rsyncPath]: ['own-server'],
};

export interface Selection {
  readonly files: readonly string[];
  /** Those that run after all others, one by one. */
  readonly alone: readonly string[];
  /** Those that need a program that this machine lacks. */
  readonly leftOut: readonly string[];
}

/** The files of these suites: first the system tests, which take longest. */
export function filesOf(...suites: readonly Suite[]): Selection {
  const own = allFiles().filter((file) => suites.includes(suiteOf(file)));
  const sorted = own.toSorted((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b));
  const able = sorted.filter((file) => existsSync(programOf(file) ?? process.execPath));
  return {
    files: able.filter((file) => !(nameOf(file) in alone)),
    alone: able.filter((file) => nameOf(file) in alone),
    leftOut: sorted.filter((file) => !able.includes(file)),
  };
}

export function allFiles(): readonly string[] {
  const folders = ['test', 'packages/*/test', 'extensions/*/test'];
  return globSync(
    folders.map((folder) => `${folder}/**/*.test.ts`),
    { exclude: ['**/fixtures/**', '**/node_modules/**'] },
  ).map((file) => file.replaceAll('\\', '/'));
}

export function suiteOf(file: string): Suite {
  const name = nameOf(file);
  const folder = folderOf(file);
  if (folder in slow || name in slow) return 'slow';
  const isSystem = file.startsWith('extensions/') || systemFolders.has(folder) || systemNames.has(lastOf(name));
  return isSystem ? 'system' : 'unit';
}

/** The path of the program that a file needs beside Node. */
export function programOf(file: string): string | undefined {
  if (folderOf(file) === 'browser') return browserPath;
  return Object.keys(programs).find((program) => programs[program]?.includes(lastOf(nameOf(file))));
}

/** `lifecycle/shop` for `test/lifecycle/shop.test.ts`. */
export function nameOf(file: string): string {
  return file.replace(/^(?:.*\/)?test\//, '').slice(0, -'.test.ts'.length);
}

function folderOf(file: string): string {
  return nameOf(file).split('/').slice(0, -1)[0] ?? '';
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function rankOf(file: string): number {
  return ['slow', 'system', 'unit'].indexOf(suiteOf(file));
}
