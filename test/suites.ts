import { existsSync, globSync } from 'node:fs';
import { browserPath } from './support/browser-path.ts';

export type Suite = 'unit' | 'system';

/** Folders of `test/` whose tests start servers, browsers or commands. An extension's own tests open a whole shop. */
const systemFolders: readonly string[] = [
  'browser',
  'lifecycle',
  'mesh',
  'cli',
  'server',
  'admin',
  'postgres',
  'package',
  'deploy',
  'export',
  'testing',
  'scaffold',
  'docs',
  'evershop',
];

/** Names of files elsewhere that do so, too. */
const systemNames: ReadonlySet<string> = new Set([
  'behind-a-proxy',
  'containment',
  'gateway-ends',
  'gateway-fields',
  'security-headers',
  'sessions',
  'shared-rate-counter',
  'tracing',
  'walls',
]);

/** Names of files outside of `browser/` that need a browser. */
const browserNames: ReadonlySet<string> = new Set(['page-browser', 'site']);

/** The files of a suite, those that take longest first; and those of it that this machine cannot run. */
export function filesOf(suite: Suite): {
  readonly files: readonly string[];
  readonly withoutBrowser: readonly string[];
} {
  const all = globSync(['test/**/*.test.ts', 'extensions/*/test/**/*.test.ts'], {
    exclude: ['test/fixtures/**', '**/node_modules/**'],
  }).map((file) => file.replaceAll('\\', '/'));
  const own = all.filter((file) => suiteOf(file) === suite).toSorted(byFolder);
  if (existsSync(browserPath)) return { files: own, withoutBrowser: [] };
  return { files: own.filter((file) => !needsBrowser(file)), withoutBrowser: own.filter(needsBrowser) };
}

export function suiteOf(file: string): Suite {
  const [root, folder = ''] = file.split('/');
  return root === 'extensions' || systemFolders.includes(folder) || systemNames.has(nameOf(file)) ? 'system' : 'unit';
}

export function needsBrowser(file: string): boolean {
  return file.startsWith('test/browser/') || browserNames.has(nameOf(file));
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -'.test.ts'.length);
}

function byFolder(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || a.localeCompare(b);
}

function rankOf(file: string): number {
  const at = systemFolders.indexOf(file.split('/')[1] ?? '');
  return at === -1 ? systemFolders.length : at;
}
