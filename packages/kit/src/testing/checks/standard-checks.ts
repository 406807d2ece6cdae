import { relative } from 'node:path';
import { TokenKind } from 'graphql';
import type { Database } from 'stoa';
import {
  type composeShop,
  type EndpointManifest,
  type ExtensionManifest,
  everyPage,
  type FindingCode,
  notFoundPage,
  type Place,
  type RunningGateway,
  type TestExtension,
  writtenFields,
} from 'stoa/tooling';
import { scopesIn } from '../../shop/index.ts';
import { requestsTo } from '../server/test-requests.ts';
import { shortened } from './failure-of.ts';
import { type CheckOptions, canFuzz, fuzzRoute, pathOf } from './fuzz-route.ts';
import { fieldOperations } from './operations.ts';

/** What must hold for any extension. */
export interface StandardCheck {
  readonly title: string;
  /** Rejects with what is wrong. Answers why nothing was looked at, if so. */
  run(opened: OpenedForChecks): Promise<string | undefined>;
}

/** What of an extension has run. */
export interface Reached {
  /** By `Type.field`: how often its resolver was called. */
  readonly calls: Map<string, number>;
  /** Components as `group/Name`. */
  readonly rendered: Set<string>;
}

interface OpenedForChecks {
  readonly running: Pick<RunningGateway, 'url' | 'gateway' | 'database'>;
  /** Of the extensions that run. */
  readonly composed: ComposedShop;
  readonly database: Database;
  readonly reached: Reached;
  /** Asks for internal fields. */
  readonly ask: TestExtension['ask'];
  /** What the extension's code has thrown since the last call, each with its place. */
  takeFailures(): readonly string[];
  /** Results since the last call that are none of their type, and components that threw. */
  takeProblems(): readonly string[];
  token(permissions: readonly string[]): Promise<string>;
}

/** The checks of an extension, by its files. Runs none of its code. */
export function standardChecks(manifest: ExtensionManifest, options: CheckOptions): readonly StandardCheck[] {
  const groups = Map.groupBy(manifest.pages, ({ group }) => group);
  return [
    ...(manifest.seeds.length === 0
      ? []
      : [{ title: 'the seed runs twice', run: (opened: OpenedForChecks) => checkSeed(manifest, opened) }]),
    ...[...writtenFields(manifest.sdl)].map((written) => ({
      title: `${written[0]} answers what the SDL says`,
      run: (opened: OpenedForChecks) => checkField(written, opened, manifest, options),
    })),
    ...manifest.endpoints.map((endpoint) => ({
      title: `${endpoint.methods.join(', ')} ${endpoint.path} answers any body`,
      run: async (opened: OpenedForChecks) =>
        canFuzz(endpoint, options.seed)
          ? await checkRoute(endpoint, opened, options)
          : 'no body that its schema takes could be made up: send one in a test',
    })),
    ...[...groups].map((page) => ({
      title: `the page ${page[0]} shows ${page[1].map(({ name }) => name).join(', ')}`,
      run: (opened: OpenedForChecks) => checkPage(page, opened, manifest, options),
    })),
  ];
}

/** "stoa seed" may run again, as after a migration. So a second run neither fails nor adds rows. */
async function checkSeed(manifest: ExtensionManifest, { running, database }: OpenedForChecks): Promise<undefined> {
  await running.database.seed([manifest]);
  const before = await rowCounts(database);
  await running.database.seed([manifest]);
  const after = await rowCounts(database);
  const more = [...after].filter(([table, count]) => count !== before.get(table));
  const files = manifest.seeds.map(({ file }) => relative(process.cwd(), file)).join(', ');
  const fix = 'Give the rows fixed keys, and write "on conflict (...) do nothing".';
  reject(
    more.map(
      ([table, count]) => `${table} has ${before.get(table)} rows, and ${count} when the seed runs again (${files})`,
    ),
    `fix: ${fix}`,
  );
}

async function rowCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const tables = await database.query<{ name: string; count: number }>(`
    select table_name as name, (xpath('/row/count/text()', query_to_xml(format(
      'select count(*) from %I.%I', table_schema, table_name), false, true, '')))[1]::text::int as count
    from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`);
  return new Map(tables.map(({ name, count }) => [name, count]));
}

async function checkRoute(endpoint: EndpointManifest, opened: OpenedForChecks, options: CheckOptions) {
  const { running, token, takeProblems, takeFailures } = opened;
  const target = { url: running.url, token: await token(endpoint.permissions) };
  const failures = await fuzzRoute(endpoint, target, options);
  const reasons = [...takeProblems(), ...(failures.length === 0 ? [] : takeFailures())];
  reject([...shortened(failures, 3), ...reasons], `with the seed ${options.seed}`);
  return undefined;
}

/** Errors that say that code of the extension went wrong, and not that the request was refused. */
const failed: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'INTERNAL', 'EXTENSION_TIMEOUT', undefined]);

/** Other arguments and objects may lead to what the first did not. */
const attempts = 4;

async function checkField(
  [field, { where }]: readonly [string, { readonly where: Place }],
  opened: OpenedForChecks,
  manifest: ExtensionManifest,
  { seed }: CheckOptions,
): Promise<string | undefined> {
  const isUnreached = (): boolean => opened.reached.calls.get(field) === 0;
  const permissions = permissionsOf(manifest);
  const token = await opened.token(permissions);
  const { inner, composition } = opened.composed;
  const { internal } = composition;
  const isInternal = internal.has(field) || internal.has(field.split('.')[0] ?? '');
  const send = isInternal
    ? (text: string) => opened.ask(text, {}, { permissions })
    : (text: string) => requestsTo(opened.running.url).graphql(text, {}, { token });
  const schema = isInternal ? inner : opened.running.gateway.schema;
  const given = ownTypeFor(field, composition, manifest);
  for (let attempt = 0; attempt < attempts; attempt++)
    for (const [index, text] of fieldOperations(schema, field, { seed: seed + attempt, given }).entries())
      if (attempt + index === 0 || isUnreached()) await ask(text, send, opened);
  if (!isUnreached()) return undefined;
  const reason = allowedReason(manifest, field);
  if (reason !== undefined) return reason;
  const place = `${relative(process.cwd(), where.file)}:${where.line}`;
  const fix = `Add data for it in seed/, or ask for it in a test; or say above the field why not: # ${allow} ...`;
  throw new Error(`${field}: not reached: nothing has called its resolver (${place})\n  fix: ${fix}`);
}

/** A field with `@dispatch` is answered here only for a type of this extension. */
function ownTypeFor(
  field: string,
  { types }: ComposedShop['composition'],
  { id }: ExtensionManifest,
): Readonly<Record<string, string>> {
  const [type = '', name = ''] = field.split('.');
  const dispatch = types.get(type)?.fields.get(name)?.dispatch;
  const [own] = [...(dispatch?.targets ?? [])].find(([, owner]) => owner === id) ?? [];
  return dispatch === undefined || own === undefined ? {} : { [dispatch.by]: own };
}

type ComposedShop = Awaited<ReturnType<typeof composeShop>>;

type Send = (text: string) => ReturnType<TestExtension['ask']>;

async function ask(text: string, send: Send, { takeProblems, takeFailures }: OpenedForChecks) {
  const answer = await send(text);
  const errors = (answer.errors ?? []).filter(({ extensions }) => failed.has(extensions?.code));
  const wrong = [...takeProblems(), ...takeFailures()];
  // The log says more than what a client gets.
  const masked = wrong.length > 0 ? [] : errors.map(({ message, path }) => `${fieldOf(path)}: ${message}`);
  reject(shortened([...wrong, ...masked]), text);
}

const code: FindingCode = 'TEST_NOT_REACHED';
const allow = `stoa-allow ${code}:`;

/** The reason in a comment right above a field of the SDL. */
function allowedReason({ sdl }: ExtensionManifest, coordinate: string): string | undefined {
  for (const { document } of sdl)
    for (const node of document.definitions) {
      if (!('fields' in node)) continue;
      for (const field of node.fields ?? []) {
        if (`${node.name.value}.${field.name.value}` !== coordinate) continue;
        for (let token = field.loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev) {
          const reason = token.value.split(allow)[1]?.trim();
          if (reason) return reason;
        }
      }
    }
  return undefined;
}

async function checkPage(
  [group, components]: readonly [string, ExtensionManifest['pages']],
  { running, token, takeProblems, takeFailures, reached }: OpenedForChecks,
  manifest: ExtensionManifest,
  { seed }: CheckOptions,
): Promise<string | undefined> {
  const served = Object.entries(running.gateway.config.pages).filter(([, { rests = false }]) => !rests);
  const all = served.map(([name, { path, common }]) => ({ path, groups: [name, common] }));
  const own = group === notFoundPage ? [{ path: '/:none' }] : all.filter(({ groups }) => groups.includes(group));
  const unseen = () => components.filter(({ name }) => !reached.rendered.has(`${group}/${name}`));
  const authorization = `Bearer ${await token(permissionsOf(manifest))}`;
  for (let attempt = 0; attempt < attempts; attempt++)
    for (const [index, { path }] of (group === everyPage ? all : own).entries()) {
      if (attempt + index > 0 && unseen().length === 0) continue;
      const url = pathOf({ path }, seed + attempt);
      const response = await fetch(running.url + url, { headers: { accept: 'text/html', authorization } });
      await response.arrayBuffer();
      const failures = takeFailures();
      reject(shortened([...takeProblems(), ...(response.status < 500 ? [] : failures)]), `on ${url}`);
    }
  const names = unseen().map(({ name }) => name);
  return names.length === 0 ? undefined : `made-up parameters lead to no ${names.join(', ')}`;
}

function fieldOf(path: readonly (string | number)[] = []): string {
  return path.filter((part) => typeof part === 'string').join('.');
}

/** All permissions that its SDL, its routes and its pages ask for. */
function permissionsOf({ sdl, endpoints, ownPages }: ExtensionManifest): readonly string[] {
  return [
    ...scopesIn(sdl).map(({ value }) => value),
    ...endpoints.flatMap(({ permissions }) => permissions),
    ...ownPages.flatMap(({ page }) => page.permissions ?? []),
  ];
}

function reject(problems: readonly string[], after: string): void {
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n  ${after}`);
}
