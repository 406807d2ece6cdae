import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { errorFinding, type Finding, isObject, StartupError, stoaVersion } from 'stoa/tooling';
import { withExtension } from '../scaffold/index.ts';
import { bringEndpoint } from './bring-endpoint.ts';
import { bringGraphql } from './bring-graphql.ts';
import { bringPages } from './bring-pages.ts';
import { LocalModules } from './local-modules.ts';
import type { Sources, Unit } from './unit.ts';
import { unsupportedFile, unsupportedFinding } from './unsupported-files.ts';

interface ImportOptions {
  /** The EverShop extension. */
  readonly folder: string;
  /** gateway.yaml of the shop that gets it. */
  readonly file: string;
  /** Name of the new extension. Undefined: that of the folder. */
  readonly name?: string | undefined;
  /** What the shop has. */
  readonly shop: { readonly pages: readonly string[]; readonly types: ReadonlySet<string> };
  /** All findings of the shop. */
  readonly check: (file: string) => Promise<readonly Finding[]>;
}

interface Imported {
  /** The new folder. */
  readonly folder: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** What did not come over, and why, by the files of EverShop. */
  readonly findings: readonly Finding[];
}

/** After each round, `check` has fewer files to refuse. */
const mostRounds = 6;

/**
 * Brings an EverShop extension over: endpoints, SDL, resolvers and page components of the storefront. What cannot be
 * translated stays, and is named. What the shop then refuses is taken out again, with the reason. Overwrites nothing.
 * Throws StartupError.
 */
export async function importEvershop(options: ImportOptions): Promise<Imported> {
  const { folder, file, shop, check } = options;
  const root = await rootOf(folder);
  const sources = await readSources(root);
  const id = idOf(options.name ?? basename(folder));
  const target = join(dirname(file), 'extensions', id);
  if (sources.size === 0)
    throw nothingThere(folder, 'has no api/, graphql/ or pages/', 'Name the folder of an EverShop extension.');
  if (existsSync(target)) throw nothingThere(target, 'is there already', 'Give another name with --name.');

  // 1. Translate.
  const own = await packageOf(folder);
  const modules = new LocalModules(sources, typeof own.name === 'string' ? own.name : undefined);
  const unitOptions = { sources, id, localsOf: modules.localsOf };
  const routes = new Set([...sources.keys()].flatMap((path) => /^api\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? []));
  routes.delete('global');
  const pageRoutes = routesOfPages(sources).filter((routeId) => !routes.has(routeId));
  const units = [
    ...[...routes].map((routeId) => bringEndpoint(routeId, 'api', unitOptions)),
    ...pageRoutes.map((routeId) => bringEndpoint(routeId, 'pages/frontStore', unitOptions)),
    ...bringGraphql({ ...unitOptions, known: shop.types }),
    ...bringPages({ ...unitOptions, sources: withoutRoutes(sources, pageRoutes), pages: shop.pages }),
  ];
  const findings = units.flatMap(({ left }) =>
    left.map(({ file: path, ...problem }) => unsupportedFinding(join(root, path), problem)),
  );
  const taken = new Set(units.flatMap(({ from }) => from));
  for (const path of sources.keys()) {
    const problem = taken.has(path) || modules.has(path) ? undefined : unsupportedFile(path);
    if (problem !== undefined) findings.push(unsupportedFinding(join(root, path), problem));
  }

  // 2. Write.
  const translated = units.filter(({ files }) => Object.keys(files).length > 0);
  if (translated.length === 0) throw new StartupError(findings.map((each) => ({ ...each, severity: 'error' })));
  const packages = new Set([...translated.flatMap((unit) => unit.packages ?? []), ...modules.packages]);
  const manifest = await packageJson(folder, { id, packages });
  const shared = { 'package.json': manifest, ...modules.files };
  const written = Object.assign({}, shared, ...translated.map(({ files }) => files));
  for (const [name, text] of Object.entries<string>(written)) await write(join(target, name), text);
  const pages = translated.flatMap(({ page }) => page ?? []);
  await addToShop(file, id, pages);

  // 3. What does the shop say?
  const refused = await takeOutRefused({ file, check, units: translated, target, root });
  const files = await filesOf(target);
  return { folder: target, files, findings: [...findings, ...refused] };
}

function nothingThere(file: string, what: string, fix: string): StartupError {
  return new StartupError([errorFinding('EVERSHOP_FOLDER', { where: { file }, what, fix })]);
}

/** Pages that have handlers and no component: they redirect, or answer otherwise. */
function routesOfPages(sources: Sources): readonly string[] {
  const byFolder = Map.groupBy(sources.keys(), (path) => /^pages\/frontStore\/(\w+)\/[^/]+$/.exec(path)?.[1]);
  return [...byFolder].flatMap(([routeId, paths]) => {
    const names = paths.map((path) => basename(path));
    const isEndpoint = names.includes('route.json') && !names.some((name) => /^[A-Z].*\.[jt]sx?$/.test(name));
    return routeId !== undefined && isEndpoint && names.length > 1 ? [routeId] : [];
  });
}

function withoutRoutes(sources: Sources, routes: readonly string[]): Sources {
  return new Map([...sources].filter(([path]) => !routes.includes(path.split('/')[2] ?? '')));
}

async function packageOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));
  return isObject(value) ? value : {};
}

/** Extensions of EverShop 2 have their sources in `src/`. */
async function rootOf(folder: string): Promise<string> {
  for (const name of ['api', 'graphql', 'pages']) if (existsSync(join(folder, 'src', name))) return join(folder, 'src');
  return folder;
}

const brought = /^(?:api|graphql|pages)\//;

async function readSources(root: string): Promise<Sources> {
  const found = new Map<string, string>();
  // All other files and folders are no part of an extension.
  const isPart = (name: string): boolean => brought.test(`${name}/`) || [name, `${name}/`].some(unsupportedFile);
  const names = (await readdir(root).catch(() => [])).filter(isPart).toSorted();
  for (const name of names)
    for (const path of await filesOf(join(root, name)))
      found.set(relative(root, path).replaceAll('\\', '/'), await readFile(path, 'utf8'));
  return [...found.keys()].some((path) => brought.test(path)) ? found : new Map();
}

async function filesOf(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const all = await Promise.all(
    shown.map((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)])),
  );
  return all.flat().toSorted();
}

/** `productComment` is product-comment. */
function idOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

async function packageJson(
  folder: string,
  { id, packages }: { readonly id: string; readonly packages: ReadonlySet<string> },
): Promise<string> {
  const { version, dependencies } = await packageOf(folder);
  const kept = Object.entries(isObject(dependencies) ? dependencies : {}).filter(([name]) => packages.has(name));
  const manifest = {
    name: id,
    version: typeof version === 'string' ? version : '0.1.0',
    private: true,
    type: 'module',
    stoa: `^${stoaVersion}`,
    ...(kept.length > 0 && { dependencies: Object.fromEntries(kept) }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function addToShop(file: string, name: string, pages: readonly NonNullable<Unit['page']>[]): Promise<void> {
  const named = new Map(pages.map((page) => [page.name, page]));
  const extension = { name, resolve: `./extensions/${name}` };
  await writeFile(file, withExtension(await readFile(file, 'utf8'), extension, [...named.values()]));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

interface Check extends Pick<ImportOptions, 'file' | 'check'> {
  readonly units: readonly Unit[];
  readonly target: string;
  readonly root: string;
}

/** Removes units in which `check` finds errors, until it finds none. */
async function takeOutRefused({ file, check, units, target, root }: Check): Promise<readonly Finding[]> {
  const reported: Finding[] = [];
  let kept = units;
  for (let round = 0; round < mostRounds; round++) {
    const errors = (await check(file)).filter(({ severity }) => severity === 'error');
    const refused = kept.flatMap((unit) => {
      const own = Object.keys(unit.files).map((name) => join(target, name));
      const error = errors.find(({ where }) => own.includes(where.file));
      return error === undefined ? [] : [{ unit, error }];
    });
    for (const { unit, error } of refused) {
      for (const name of Object.keys(unit.files)) await rm(join(target, name), { force: true });
      const from = unit.from.find((path) => basename(path) === basename(error.where.file)) ?? unit.from[0] ?? '';
      const what = `is refused by this shop: ${error.what}`;
      reported.push(unsupportedFinding(join(root, from), { line: error.where.line ?? 1, what, fix: error.fix }));
    }
    if (refused.length === 0) {
      const rest = errors.filter(({ where }) => where.file.startsWith(target));
      return [...reported, ...rest];
    }
    kept = kept.filter((unit) => refused.every((each) => each.unit !== unit));
  }
  return reported;
}
