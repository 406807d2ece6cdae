/** The pages of the site in the order of its side bar: the files of docs/, and README.md as the first page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** Copies of the pages, with links that the site has. */
export const contentFolder = join(import.meta.dirname, '.content');

interface Group {
  readonly title: string;
  /** Paths below docs/, without `.md`. */
  readonly pages: readonly string[];
}

const extensions = [
  'index',
  'folder',
  'rest',
  'files',
  'graphql',
  'lists-others-fill',
  'payment-methods',
  'mesh',
  'pages',
  'desk-pages',
  'texts',
  'database',
  'settings',
  'visitors-and-records',
  'internal-fields',
  'events-and-jobs',
  'life',
  'mail',
  'types-and-contracts',
  'tests',
];
const operating = [
  ...[
    'index',
    'desk',
    'settings',
    'pages-and-sessions',
    'graphql-and-rest',
    'commands',
    'reload-and-stop',
    'processes',
    'jobs',
  ],
  ...['failures', 'limits', 'network', 'database', 'monitoring'],
];

const named: readonly Group[] = [
  { title: 'Start', pages: ['how-to', 'coming-from-evershop'] },
  { title: 'Tutorial', pages: namesIn('tutorial') },
  { title: 'Extensions', pages: [...below('extensions', [...extensions, 'packing']), 'upgrading'] },
  { title: 'Operating', pages: [...below('operating', operating), 'production', 'scaling', 'alerts'] },
  { title: 'Reference', pages: namesIn('reference') },
  { title: 'How it is built', pages: ['architecture', 'engine', 'glossary'] },
  { title: 'Decisions', pages: namesIn('decisions') },
];

/** Every page of docs/ is in one group. Throws an Error that names the pages which are not. */
export function pageGroups(): readonly Group[] {
  const pages = new Set(named.flatMap((group) => group.pages));
  const all = namesIn('', { recursive: true });
  const missing = all.filter((page) => !pages.has(page));
  if (missing.length > 0) throw new Error(`site/pages.ts has no place for docs/${missing.join('.md, docs/')}.md`);
  const gone = [...pages].filter((page) => !all.includes(page));
  if (gone.length > 0) throw new Error(`site/pages.ts names docs/${gone.join('.md, docs/')}.md, which there is not`);
  return named;
}

/** The path of a page on the site, by its file relative to the repository. */
export function sitePaths(): ReadonlyMap<string, string> {
  const pages = pageGroups().flatMap((group) => group.pages);
  return new Map([['README.md', 'index.md'], ...pages.map((page) => [`docs/${page}.md`, `${page}.md`] as const)]);
}

/** The address of a page on the site. */
export function linkOf(page: string): string {
  return `/${page.replace(/(^|\/)index$/, '$1')}`;
}

/** The first heading. */
export function titleOf(page: string): string {
  const text = readFileSync(join(root, 'docs', `${page}.md`), 'utf8');
  return (/^# (.+)$/m.exec(text)?.[1] ?? page).replaceAll('`', '');
}

function below(folder: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${folder}/${name}`);
}

/** The index comes first. */
function namesIn(folder: string, { recursive = false } = {}): readonly string[] {
  const names = readdirSync(join(root, 'docs', folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted();
  const isIndex = (name: string): boolean => name === 'index';
  return [...names.filter(isIndex), ...names.filter((name) => !isIndex(name))].map((name) => join(folder, name));
}
