import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { unescape as decode } from 'node:querystring';
import { type Finding, isObjectOrList } from '#base';
import { readIfExists } from '#bundle';
import { type Config, describeConfig, isSecretName, withoutSecrets } from '#config';
import { isLoopback } from '#edge';
import type { Generation } from '#gateway';
import type { Mailer } from '#mail';
import type { DatabaseServer } from '#postgres';
import { readQueue, tryAgain } from '#queue';
import type { RecentError, Telemetry } from '#telemetry';
import type { ConsoleGate } from './console-gate.ts';
import type { Overview } from './overview.ts';
import { type ComparableGenerations, readChanges } from './read-changes.ts';
import { type MappedExtension, relativePath, relativePlace } from './shop-map.ts';
import type { Slowest } from './slowest.ts';

/**
 * The console extension's `context.operating`: all that the console shows, and its actions. It is plain data without
 * secrets. Names that extensions chose are untrusted text.
 */
export type Operating = ReturnType<typeof createOperating>;

export function createOperating({ sources, gate }: { readonly sources: ConsoleSources; readonly gate: ConsoleGate }) {
  const { generations, overview, map } = sources;
  const show = (generation: Generation) => {
    const { number, at, reason, state, ms, configHash, findings } = generation;
    const { folder } = sources.config();
    return { number, at, reason, state, ms, configHash, findings: findings.map((each) => showFinding(each, folder)) };
  };
  /** The mails that were caught, newest first. Undefined where they are sent. */
  const mails = async () => (await sources.mails())?.map(showMail);
  return {
    overview,
    map,
    errors: async (id: string) => listErrors(await sources.errors(), { config: sources.config(), id }),
    slowest: sources.slowest,
    generations: () => generations.list().map(show),
    /** What differs between two generations that are kept. By default the current one and the one before it. */
    changes: (from?: number, to?: number) => readChanges(generations, { from, to }),
    async records(question: Omit<Parameters<ConsoleSources['records']>[0], 'size'>) {
      const found = await sources.records({ ...question, size: recordsOfPage + 1 });
      const records = found.slice(0, recordsOfPage).map((record) => {
        return { ...record, from: jsonOf(record.from), to: jsonOf(record.to) };
      });
      return { records, next: found.length > recordsOfPage ? records.at(-1)?.id : undefined };
    },
    /** Live settings that were changed, the latest first. */
    settings: async () =>
      (await sources.settings()).map((each) => ({ ...each, value: jsonOf(withoutSecrets(each.value, each.name)) })),
    /** What the queue has; undefined for a shop without one. */
    jobs: () => readQueue(sources.query),
    /** Tries a dead letter again. Resolves with its task; undefined when it is none any longer. */
    again: (letter: string) => tryAgain(sources.query, letter),
    mails,
    mail: async (id: unknown) => (await mails())?.find((mail) => mail.id === id),
    /** Whether a guest may read: the port is for this machine alone. */
    isOpen: () => isLoopback(sources.config().server.admin.host),
    /** The current config as YAML. Secrets are `***`. */
    async config() {
      const { stringify } = await import('yaml');
      const config = sources.config();
      return {
        file: relativePath(config.file, process.cwd()),
        text: stringify(describeConfig(config), { lineWidth: 0 }),
      };
    },
    source: async (at: string) => readSource(sources.config().folder, await map(), at),
    admits: (token: string) => gate.signIn(token) !== undefined,
    reload: async () => show(await generations.reload('asked for in the console')),
    /** Undefined when no such generation is kept. */
    async rollback(number: number) {
      const generation = await generations.rollback(number);
      return generation === undefined ? undefined : show(generation);
    },
  };
}

function showMail(caught: Mailer['caught'][number]) {
  const content = { ...caught, at: caught.at.toISOString() };
  return { ...content, id: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16) };
}

function showFinding({ code, severity, where, what, fix, related = [] }: Finding, folder: string) {
  const others = related.map((place) => relativePlace(place, folder));
  return { code, severity, where: relativePlace(where, folder), what, fix, related: others };
}

const recordsOfPage = 50;

function jsonOf(state: unknown): string | undefined {
  return state === null ? undefined : JSON.stringify(state);
}

/** The largest number of lines shown of a file. */
const maxLines = 5_000;

/**
 * Reads the file at a position of the map; undefined for any other. Only listed positions are readable, so no
 * request can reach another file. gateway.yaml, for one, may contain secrets.
 */
async function readSource(folder: string, map: readonly MappedExtension[], at: string) {
  if (!placesOf(map).has(at)) return undefined;
  const [, path = '', line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(at) ?? [undefined, at];
  const text = (await readIfExists(resolve(folder, path)))?.toString();
  // The file was deleted after it was loaded.
  if (text === undefined) return undefined;
  return { path, line: Number(line), lines: text.split(/\r?\n/).slice(0, maxLines) };
}

function placesOf(map: readonly MappedExtension[]): ReadonlySet<string> {
  return new Set(
    map.flatMap(({ routes, types, components }) => [
      ...[...routes, ...types, ...components].map(({ at }) => at),
      ...types.flatMap(({ fields }) => fields.map(({ at }) => at)),
    ]),
  );
}

/** The data that the console shows, and the actions of its buttons. */
export interface ConsoleSources {
  /** The config of the current generation. */
  config(): Config;
  overview(): Promise<Overview>;
  map(): Promise<readonly MappedExtension[]>;
  /** Newest first. */
  errors(): Promise<readonly RecentError[]>;
  slowest(): Promise<Slowest>;
  readonly records: DatabaseServer['latestRecords'];
  settings(): ReturnType<DatabaseServer['settings']['changes']>;
  readonly query: DatabaseServer['query'];
  /** The mails that were caught, newest first. Undefined where they are sent. */
  mails(): Promise<Mailer['caught'] | undefined>;
  readonly generations: ConsoleGenerations;
  /** Counts what the console refuses. */
  readonly telemetry: Pick<Telemetry, 'refusedCredentials'>;
}

/** The shop's generations, as the console reads and changes them. */
interface ConsoleGenerations extends ComparableGenerations {
  /** Builds the next gateway from the current files. The result may be a failed generation. */
  reload(reason: string): Promise<Generation>;
  /**
   * Builds an earlier generation again, by default the one before the current one. Undefined when it does not exist.
   */
  rollback(number?: number): Promise<Generation | undefined>;
}

interface ShownErrors {
  readonly config: Config;
  /** Of a request, or of a masked GraphQL error. With an empty one, all errors are listed. */
  readonly id: string;
}

/** The remembered errors in their order. Secrets of gateway.yaml are `***`. */
export function listErrors(remembered: readonly RecentError[], { config, id }: ShownErrors) {
  const masked = createMask(config);
  const found = remembered.filter((error) => id === '' || error.requestId === id || error.id === id);
  const errors = found.map((error) => ({
    ...error,
    event: masked(error.event),
    message: error.message && masked(error.message),
    place: error.place && masked(error.place),
  }));
  return { count: remembered.length, errors };
}

/** Shorter values are no secrets, and masking them would make messages unreadable. */
const shortestSecret = 6;

/** Masks the secrets of gateway.yaml in a text, since the message of an error may repeat one. */
function createMask(config: Config): (text: string) => string {
  const secrets = [...secretsIn(config, false)]
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

const isConfigSecret = (name: string): boolean => /secret|password|sha256/i.test(name);

function* secretsIn(value: unknown, isSecret: boolean, isNamed = isConfigSecret): Generator<string> {
  if (typeof value === 'string') {
    if (isSecret) yield value;
    else yield* passwordOf(value);
  } else if (isObjectOrList(value)) {
    for (const [name, entry] of Object.entries(value))
      yield* secretsIn(entry, isSecret || isNamed(name), name === 'settings' ? isSecretName : isNamed);
  }
}

function* passwordOf(text: string): Generator<string> {
  const password = text.includes('@') ? URL.parse(text)?.password : undefined;
  if (password === undefined || password === '') return;
  yield text;
  yield password;
  yield decode(password);
}
