import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { childrenOf, openFailingServer, signal } from './failing-server.ts';
import { type FaultyRelay, openFaultyRelay } from './faulty-relay.ts';
import { freePort } from './free-port.ts';
import { type RunningStoa, runStoa, startStoa } from './run-stoa.ts';
import { ownShop } from './test-project.ts';

const root = resolve(import.meta.dirname, '../..');
const againMs = 100;

/** `extension`: all processes of extensions: that of the sandbox, if no others have one. */
export type Victim = 'gateway' | 'worker' | 'extension' | 'database';

/** Texts of an extension's files: by path, what is there and what takes its place. */
export type Edits = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;

export interface KilledShopOptions {
  /** By extension: what is changed in a copy of its folder. */
  readonly edits?: Readonly<Record<string, Edits>>;
  /** Extensions in processes of their own, beside the sandbox. */
  readonly inProcesses?: readonly string[];
}

/** A shop of a gateway, a worker, a PostgreSQL and a provider behind a faulty relay, each of which can be killed. */
export interface KilledShop extends AsyncDisposable {
  readonly url: string;
  readonly relay: FaultyRelay;
  /** How often each was killed. */
  readonly kills: ReadonlyMap<Victim, number>;
  /** Ends it with SIGKILL. Resolves when it runs again. */
  kill(victim: Victim): Promise<void>;
  /** A statement as the administrator. While PostgreSQL is away, it is tried again. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** The rows as arrays. */
  ask(text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /** What the processes have logged. */
  said(): string;
}

const kinds = { gateway: ['start', '--no-jobs'], worker: ['jobs'] };

/** Jobs run each second, so that a test need not wait for them. */
const oftenEdits: Readonly<Record<string, Edits>> = {
  orders: { 'jobs/sweep.json': [['30s', '1s']] },
  payments: { 'jobs/sweep.json': [['30s', '1s']] },
  stock: { 'jobs/endExpired.json': [['1m', '1s']] },
  'payment-sandbox': { 'jobs/expire.json': [['1m', '1s']] },
};

/** Where the provider and the shop reach each other, in gateway.yaml. */
const ownAddress = 'http://127.0.0.1:${PORT:-3000}';

export async function openKilledShop({ edits = {}, inProcesses = [] }: KilledShopOptions = {}): Promise<KilledShop> {
  const server = await openFailingServer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const relay = await openFaultyRelay(() => url);
  const file = await prepareProject(edits, inProcesses);
  const environment = environmentOf(server.url, relay.url);
  const running = new Map<keyof typeof kinds, RunningStoa>();
  const kills = new Map<Victim, number>();
  let isClosed = false;

  async function start(kind: keyof typeof kinds): Promise<void> {
    while (!isClosed) {
      const ports = kind === 'gateway' ? ['--port', String(port)] : [];
      const words = [...kinds[kind], ...ports, '--admin-port', '0', '--log-level', 'warn'];
      const stoa = startStoa(words, { file, environment });
      running.set(kind, stoa);
      // A start without a database is refused. What starts processes then starts it again.
      if (await stoa.waitFor(/Stoa is open at (\S+)/).catch(() => undefined)) return;
      if (stoa.stderr().includes('CONFIG_')) throw new Error(stoa.stderr());
    }
  }

  async function endAndStart(kind: keyof typeof kinds): Promise<void> {
    await running.get(kind)?.stop('SIGKILL');
    await start(kind);
  }

  const victims: Readonly<Record<Victim, () => Promise<void>>> = {
    gateway: () => endAndStart('gateway'),
    worker: () => endAndStart('worker'),
    extension: async () => {
      const parents = [...running.values()].map(({ child }) => child.pid ?? 0);
      for (const pid of (await Promise.all(parents.map(childrenOf))).flat()) signal(pid, 'SIGKILL');
    },
    database: async () => (await server.begin('killed'))(),
  };

  async function query(text: string, values: readonly unknown[], rowMode: 'array' | undefined) {
    for (;;) {
      try {
        const client = await connect(parseDatabaseUrl(server.url));
        try {
          return (await client.query({ text, values: [...values], ...(rowMode && { rowMode }) })).rows;
        } finally {
          await client.end();
        }
      } catch (error) {
        // A code of five signs is PostgreSQL's: 57 is an operator who has ended it.
        if (error instanceof Error && 'code' in error && /^(?!57|08)[\dA-Z]{5}$/.test(String(error.code))) throw error;
        await wait(againMs);
      }
    }
  }

  await runStoa(['migrate'], { file, environment });
  await runStoa(['seed'], { file, environment });
  await start('gateway');
  await start('worker');
  return {
    url,
    relay,
    kills,
    async kill(victim) {
      kills.set(victim, (kills.get(victim) ?? 0) + 1);
      await victims[victim]();
    },
    sql: (text, values = []) => query(text, values, undefined),
    ask: (text, values = []) => query(text, values, 'array'),
    said: () => [...running].map(([kind, stoa]) => `${kind}: ${stoa.stderr().slice(-5_000)}`).join('\n'),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const stoa of running.values()) await stoa.stop('SIGKILL');
      await relay[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The shop with copies of some extensions, so that no file of the repository is changed. */
async function prepareProject(edits: Readonly<Record<string, Edits>>, inProcesses: readonly string[]): Promise<string> {
  const copied = new Set([...Object.keys(oftenEdits), ...Object.keys(edits)]);
  const placements: Readonly<Record<string, string>> = {
    ...Object.fromEntries(inProcesses.map((name) => [name, 'process'])),
    'payment-sandbox': '{ process: { network: true } }',
  };
  const file = await ownShop((text) =>
    [...copied]
      .reduce((all, name) => all.replace(`./extensions/${name},`, `./${name},`), text)
      .replaceAll(ownAddress, '${RELAY_URL}')
      .replace('server: { ', 'server: { trustProxy: 1, ')
      .replace('database: { ', 'database: { connections: 8, ')
      .replaceAll(/name: ([a-z-]+), /g, (whole, name) =>
        placements[name] === undefined ? whole : `${whole}placement: ${placements[name]}, `,
      ),
  );
  for (const name of copied) {
    const folder = join(dirname(file), name);
    await cp(join(root, 'extensions', name), folder, { recursive: true });
    await editFiles(folder, oftenEdits[name] ?? {});
    await editFiles(folder, edits[name] ?? {});
  }
  return file;
}

async function editFiles(folder: string, edits: Edits): Promise<void> {
  for (const [path, changes] of Object.entries(edits)) {
    let text = await readFile(join(folder, path), 'utf8');
    for (const [before, after] of changes) {
      if (!text.includes(before)) throw new Error(`${path} has no "${before}"`);
      text = text.replaceAll(before, after);
    }
    await writeFile(join(folder, path), text);
  }
}

function environmentOf(databaseUrl: string, relayUrl: string): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    RELAY_URL: relayUrl,
    STOA_SESSION_SECRET: 'a session secret of thirty-two bytes or more',
    STOA_JWT_SECRET: 'another secret of thirty-two bytes or more',
  };
}
