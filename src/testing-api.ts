/**
 * What tests import as `stoa/testing`: an extension alone, or a whole shop, as a real gateway on a free port with a
 * PostgreSQL database of its own.
 *
 *     await using reviews = await openExtension('reviews', { mocks: { Product: { name: 'Tea' } } });
 *     const { data } = await reviews.graphql('{ product(id: "1") { name reviews { rating } } }');
 *
 *     await using shop = await startGateway();
 *     const { status, body } = await shop.rest('GET', '/products/1001/reviews');
 *
 * The types are declared here in full, so that they expose nothing internal.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '#auth';
import { createLogger } from '#base';
import { requireKit } from '#cli';
import { type Config, loadConfig } from '#config';
import type { Context, Database } from '#extension-api';
import { checkWire, type WireFinding as PlacedFinding } from '#placement';
import { createTemporaryDatabase, openTemporaryServer } from '#postgres';
import { type RunningGateway, startGateway as start } from '#server';
import { requestsTo, type TestRequests } from './testing-requests.ts';

export {
  elementWith,
  type GraphqlAnswer,
  type PageAnswer,
  type RequestOptions,
  type RestAnswer,
  type RestOptions,
  type TestRequests,
} from './testing-requests.ts';

export interface TestOptions {
  /** Default: `gateway.yaml` in the working directory. */
  readonly file?: string;
  /** Values for `${VARIABLE}` in gateway.yaml. They override `process.env`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** As in `stoa dev`. */
  readonly development?: boolean;
  /** Whether to load the extensions' demonstration data. Default: true. */
  readonly seed?: boolean;
  /**
   * Whether all that extensions get and give crosses as JSON, as it does where they run in processes of their own.
   * `wireFindings` then says what works in one process only. Default: false.
   */
  readonly wire?: boolean;
}

/** What works while an extension runs in the gateway's process, and is lost where it runs elsewhere. */
export interface WireFinding {
  /** `WIRE_PARENT`, `WIRE_ANSWER`, `WIRE_VARIABLES` or `WIRE_CONTEXT`. */
  readonly code: string;
  /** A warning: placements of Stoa keep it, but a field that moves to another extension loses it. */
  readonly severity: 'error' | 'warning';
  readonly extension: string;
  /** `Type.field`, or a route. */
  readonly place: string;
  readonly file: string;
  /** What it does, and what is lost. */
  readonly what: string;
  readonly fix: string;
}

/** An open shop. Close it at the end of the test. */
export interface TestGateway extends TestRequests, AsyncDisposable {
  readonly url: string;
  /** Log events so far, each as JSON. */
  readonly log: readonly string[];
  /** With `wire: true`: what the requests so far have shown, once for each place and code. */
  readonly wireFindings: readonly WireFinding[];
  /** Creates a bearer token for this user. Needs `auth.bearer.jwt.secret` in gateway.yaml. */
  token(user?: { readonly id?: string; readonly permissions?: readonly string[] }): Promise<string>;
  close(): Promise<void>;
}

/**
 * Answers of the neighbours' stand-ins, by type and field: a value, or a function that is called like a resolver.
 * `undefined` leaves an answer to the stand-in, and so do fields that a given object lacks. A function for a scalar is
 * called with a number.
 */
export type Mocks = Readonly<
  Record<
    string,
    | Readonly<Record<string, Mock | string | number | boolean | null | object>>
    | ((number: number) => string | number | boolean | object)
  >
>;

/** The parent has its key's fields. For `__resolveReference` it is the reference. */
// biome-ignore lint/suspicious/noExplicitAny: parents and arguments are the neighbour's types.
export type Mock = (parent: any, args: any, context: Context) => unknown;

export interface ExtensionOptions {
  readonly mocks?: Mocks;
  /** What the stand-ins' answers depend on. Equal numbers give equal answers. Default: 1. */
  readonly random?: number;
  /** How many of the stand-ins' nullable answers are null: 0 (the default) to 1. */
  readonly nulls?: number;
  /** Whether to load the extension's demonstration data. Default: true. */
  readonly seed?: boolean;
  /** Where to look for the extension. Default: the working directory. */
  readonly from?: string;
  /** Values for `process.env` names in the shop of the test. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An extension in a shop of its own. Close it at the end of the test. */
export interface TestExtension extends Omit<TestGateway, 'wireFindings'> {
  /** The extension's own PostgreSQL schema, as its own role. */
  readonly database: Database;
  /** The extension's statements since the last call, to prove that a level needs one. */
  queries(): readonly string[];
}

/**
 * Opens one extension alone. Its neighbours are stood in for by their contracts (extension.contract.json), with answers
 * that fit their types. Calls reject when a result of the extension's resolvers is none of its type in the SDL. The
 * database is a copy of a template, which the first call makes. Throws StartupError.
 */
export async function openExtension(name: string, options: ExtensionOptions = {}): Promise<TestExtension> {
  const { mocks = {}, random = 1, nulls = 0, seed = true, from = process.cwd(), environment = {} } = options;
  const kit = await requireKit('openExtension() of "stoa/testing"');
  const alone = await kit.openAlone(name, { mocks, random, nulls, seed, from, environment });
  const { config, running, database, log, takeQueries, takeProblems } = alone;
  const requests = requestsTo(running.url);
  const checked = async <Answer>(sending: Promise<Answer>): Promise<Answer> => {
    const answer = await sending;
    const problems = takeProblems();
    if (problems.length === 0) return answer;
    throw new Error(`Results of ${name} are not what its SDL says:\n  ${problems.join('\n  ')}`);
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing ??= alone.close();
    await closing;
  };
  return {
    graphql: (...given) => checked(requests.graphql(...given)),
    rest: (...given) => checked(requests.rest(...given)),
    page: (...given) => checked(requests.page(...given)),
    form: (...given) => checked(requests.form(...given)),
    url: running.url,
    ...{ log, database, close },
    queries: takeQueries,
    token: ({ id = 'tester', permissions = [] } = {}) => issueToken(config, { subject: id, permissions }),
    [Symbol.asyncDispose]: close,
  };
}

/** Opens the shop of a gateway.yaml for a test. Does not use its database or its state folder (`.stoa`). */
export async function startGateway(options: TestOptions = {}): Promise<TestGateway> {
  const { file = 'gateway.yaml', development = false, seed = true, wire = false } = options;
  const environment = { ...process.env, ...options.environment };
  const overrides = { port: 0, adminPort: false, demo: true } as const;
  const read = await loadConfig(file, { environment, overrides, generatedSecrets: 'look' });
  const server = await openTemporaryServer();
  const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-testing-'));
  const log: string[] = [];
  const wireFindings: WireFinding[] = [];
  const report = ({ code, severity, extension, place, where, what, fix }: PlacedFinding): void => {
    wireFindings.push({ code, severity, extension, place, file: where.file, what, fix });
  };
  let running: RunningGateway | undefined;
  let closing: Promise<unknown> | undefined;
  const closeAll = async (): Promise<void> => {
    await running?.close({ drainMs: 1_000 });
    await Promise.all([server.close(), rm(stateFolder, { recursive: true, force: true })]);
  };
  const close = async (): Promise<void> => {
    closing ??= closeAll();
    await closing;
  };
  try {
    const { url } = await createTemporaryDatabase(server.settings, 'test');
    const config: Config = { ...read, stateFolder, database: { ...read.database, url } };
    const logger = createLogger('debug', { write: (line: string) => void log.push(line.trimEnd()) });
    const across = checkWire(report);
    running = await start(config, {
      ...{ logger, development, environment, overrides },
      ...(wire && { startOf: () => across }),
    });
    if (seed) await running.database.seed(running.gateway.manifests);
    return {
      ...requestsTo(running.url),
      url: running.url,
      log,
      wireFindings,
      token: ({ id = 'tester', permissions = [] } = {}) => issueToken(config, { subject: id, permissions }),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
