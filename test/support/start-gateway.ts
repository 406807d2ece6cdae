import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { issueToken } from '#auth';
import type { ExtensionId } from '#base';
import { loadConfig, type Overrides } from '#config';
import type { Database } from '#extension-api';
import type { Gateway } from '#gateway';
import { type StartExtension, startInProcess } from '#placement';
import { type Generations, type RunningGateway, startGateway as startReal } from '#server';
import { createFactsOf, ticketsOf } from '../../src/gateway/select-start.ts';
import { triesAll } from './case-count.ts';
import { extensionId } from './database.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { remotePlacement } from './remote-placement.ts';
import { createShopDatabase } from './shared-server.ts';
import { fixtureProject, shopConfig } from './test-project.ts';

export interface StartOptions {
  /** Changes the text of gateway.yaml. */
  readonly config?: (text: string) => string;
  /** A folder of test/fixtures/ with a gateway.yaml, instead of the repository's shop. */
  readonly fixture?: string;
  /** A gateway.yaml that is there already, instead of both. */
  readonly file?: string;
  readonly development?: boolean;
  /** The database, which the test owns; a new one when left out. */
  readonly databaseUrl?: string;
  /** Without demonstration data. */
  readonly empty?: boolean;
  /** With an admin port, a free one. */
  readonly admin?: boolean;
  /** Where the extensions run; in this process when left out. */
  readonly placement?: Placement;
  /** Variables of gateway.yaml, beside the address of the database. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Put over gateway.yaml; free ports, when left out. */
  readonly overrides?: Overrides;
}

/** `remote`: each is served on a port of its own. `process`: each in a child. `mixed`: at random, of all three. */
export type Placement = 'in-process' | 'remote' | 'mixed' | 'process';

export interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

export interface RestAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when there is no body. */
  readonly body: Body;
}

export interface RestOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real gateway, on a free port, with a database of its own and (unless `empty`) the demonstration data in it. */
export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  /** Empty without an admin port. */
  readonly adminUrl: string;
  /** Its gateway.yaml. */
  readonly file: string;
  /** The current one. */
  readonly gateway: Gateway;
  readonly generations: Generations;
  readonly log: MemoryLog;
  readonly mails: RunningGateway['mails'];
  graphql<Data>(query: string, variables?: object, token?: string): Promise<GraphqlAnswer<Data>>;
  rest<Body = unknown>(method: string, path: string, options?: RestOptions): Promise<RestAnswer<Body>>;
  token(permissions?: readonly string[], subject?: string): Promise<string>;
  database(extension: string): Database;
  /** What an extension has written to the audit trail. */
  records(extension: string): ReturnType<RunningGateway['database']['records']>;
  /** The statements that extensions have sent since the last call. */
  takeQueries(): readonly SentQuery[];
}

export interface SentQuery {
  readonly extension: ExtensionId;
  readonly text: string;
}

export type StartGateway = (options?: StartOptions) => Promise<TestGateway>;

/** The extensions are read before the database is known. */
const anyUrl = 'postgresql://localhost/any';

/** Another one for each run. `STOA_MIX=SEED` repeats a mix. */
const mixSeed = process.env.STOA_MIX ?? randomUUID().slice(0, 8);

/** The same suite for each of these places. */
export function placedIn(...placements: readonly Placement[]) {
  return (name: string, suite: (start: StartGateway) => void): void => {
    for (const placement of placements)
      describe(`${name} (extensions: ${placement}${placement === 'mixed' ? ` by STOA_MIX=${mixSeed}` : ''})`, () =>
        suite((options) => startGateway({ ...options, placement })));
  };
}

/** The same suite for each place in which extensions can be; in `npm test` for the first alone. */
export const forEachPlacement = triesAll
  ? placedIn('in-process', 'remote', 'process', 'mixed')
  : placedIn('in-process');

/** The same for a shop of one extension, which has no mix, or for one whose extensions do not meet. */
export const forEachPlacementOfOne = triesAll ? placedIn('in-process', 'remote', 'process') : placedIn('in-process');

export async function startGateway(options: StartOptions = {}): Promise<TestGateway> {
  const file =
    options.file ??
    (await (options.fixture === undefined
      ? shopConfig(options.config)
      : fixtureProject(options.fixture, options.config)));
  const { placement = 'in-process' } = options;
  if (placement === 'process' || placement === 'mixed') await placeInProcesses(file);
  const readingFor = (databaseUrl: string) => ({
    environment: { ...options.environment, DATABASE_URL: databaseUrl },
    overrides: options.overrides ?? { port: 0, adminPort: 0 },
  });
  const isSeeded = options.empty !== true;
  const { url: databaseUrl, drop } =
    options.databaseUrl === undefined
      ? await createShopDatabase(await loadConfig(file, readingFor(anyUrl)), isSeeded)
      : { url: options.databaseUrl, drop: async () => undefined };
  const log = createMemoryLog();
  const queries: SentQuery[] = [];
  const reading = readingFor(databaseUrl);
  const config = await loadConfig(file, reading);
  const served = remotePlacement({
    databaseOf: (...call) => running.database.of(...call),
    factsOf: (manifest) => createFactsOf(ticketsOf(config), manifest, { forwardBearer: false, shop: config.shop }),
    gatewayUrl: () => running.url,
  });
  const startOf = (extension: ExtensionId): StartExtension | undefined =>
    [undefined, startInProcess, served][placement === 'mixed' ? mixOf(extension) : 2];
  const running: RunningGateway = await startReal(config, {
    ...reading,
    logger: log.logger,
    development: options.development ?? false,
    // No copies of the repository's shop for a rollback: its files are many.
    keeps: (options.fixture ?? options.file) !== undefined,
    admin: options.admin ?? false,
    ...((placement === 'remote' || placement === 'mixed') && { startOf }),
    onQuery: (extension, text) => queries.push({ extension, text }),
  }).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const { url, adminUrl = '', generations, database } = running;
  if (isSeeded && options.databaseUrl !== undefined) await database.seed(running.gateway.manifests);

  return {
    url,
    adminUrl,
    file,
    get gateway() {
      return running.gateway;
    },
    generations,
    log,
    mails: running.mails,
    graphql: async (query, variables, token) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...bearer(token) },
        body: JSON.stringify({ query, variables }),
      });
      return response.json();
    },
    rest: async (method, path, { body, token, headers } = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...bearer(token),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
    token: (permissions = [], subject = 'tester') => issueToken(config, { subject, permissions }),
    database: (extension) => database.of(extensionId(extension)),
    records: (extension) => database.records(extensionId(extension)),
    takeQueries: () => queries.splice(0),
    async [Symbol.asyncDispose]() {
      await running.close({ drainMs: 1_000 });
      await drop();
    },
  };
}

/** Which of three places an extension has in a mix. The seed and the name decide. */
function mixOf(extension: ExtensionId): number {
  return createHash('sha256').update(`${mixSeed}${extension}`).digest().readUInt32BE() % 3;
}

/** Lets gateway.yaml place all extensions in processes of their own. */
async function placeInProcesses(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^system:$/m, 'system:\n  placement: process'));
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
