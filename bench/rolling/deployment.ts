/** Two versions of the demonstration shop, replicas of them, and nginx with deploy/nginx.conf in front. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { openTemporaryServer } from '#postgres';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startNginx } from '../../test/support/nginx.ts';

const root = resolve(import.meta.dirname, '../..');
const stoa = join(root, 'bin/stoa.mjs');

export type Version = 'N' | 'N+1';

export interface Deployment extends AsyncDisposable {
  /** Of the proxy. */
  readonly url: string;
  /** `stoa migrate` of this version, with the administrator's address. Returns its output. */
  migrate(version: Version): Promise<string>;
  /** Stops the replica that has this place, where there is one, and waits until this version is ready there. */
  replace(place: 0 | 1, version: Version): Promise<void>;
  startProxy(): Promise<void>;
  /** Resident memory of the replicas, in MB. Linux only. */
  memory(): Promise<readonly number[]>;
  /** One row of the administrator's. */
  query(statement: string): Promise<Readonly<Record<string, unknown>>>;
}

interface Replica {
  readonly child: ChildProcess;
  readonly log: () => string;
}

export async function deployment(): Promise<Deployment> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-rolling-')));
  await chmod(folder, 0o755);
  const server = await openTemporaryServer();
  const database = await server.create('rolling');
  await query(database.url, "create role shop_gateway login password 'gateway'");
  const gatewayUrl = new URL(database.url);
  gatewayUrl.searchParams.set('user', 'shop_gateway');
  gatewayUrl.searchParams.set('password', 'gateway');

  const files = { N: await writeVersion(folder, 'N'), 'N+1': await writeVersion(folder, 'N+1') };
  const [proxyPort, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort));
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SHOP_URL: 'https://shop.example',
    DATABASE_URL: gatewayUrl.href,
    STOA_JWT_SECRET: 'rolling-jwt-secret-0123456789-abcdef',
    STOA_SESSION_SECRET: 'rolling-session-secret-9876543210-fe',
    STOA_LOG_LEVEL: 'warn',
  };
  const replicas: (Replica | undefined)[] = [];
  let proxy: ChildProcess | undefined;
  const replace = async (place: 0 | 1, version: Version): Promise<void> => {
    const old = replicas[place];
    if (old !== undefined) await stop(old);
    const [port = 0, adminPort = 0] = [ports[place], ports[place + 2]];
    const flags = ['--port', String(port), '--admin-port', String(adminPort)];
    replicas[place] = await startReplica(['-c', files[version], 'start', ...flags], environment, adminPort);
  };
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    async migrate(version) {
      const env = { ...environment, DATABASE_ADMIN_URL: database.url };
      const words = ['-c', files[version], 'migrate'];
      const { stdout } = await promisify(execFile)(process.execPath, [stoa, ...words], { env });
      if (version === 'N') await promisify(execFile)(process.execPath, [stoa, '-c', files.N, 'seed'], { env });
      return stdout.trim();
    },
    replace,
    async startProxy() {
      proxy = await startNginx(folder, { listen: proxyPort ?? 0, replicas: ports.slice(0, 2) });
    },
    memory: () => Promise.all(replicas.map((replica) => residentMb(replica?.child.pid))),
    query: (statement) => query(database.url, statement),
    async [Symbol.asyncDispose]() {
      if (proxy !== undefined) {
        const ended = once(proxy, 'exit');
        proxy.kill('SIGTERM');
        await ended;
      }
      for (const replica of replicas) if (replica !== undefined) await stop(replica);
      await database.drop();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A copy of this repository's shop. The next version has a column more, and other styles. */
async function writeVersion(folder: string, version: Version): Promise<string> {
  const shop = join(folder, version);
  await mkdir(shop);
  await cp(join(root, 'extensions'), join(shop, 'extensions'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(shop, 'node_modules'));
  // All reviews come from one address, which may write 30.
  const limits = join(shop, 'extensions/reviews/src/create-review.ts');
  await writeFile(limits, (await readFile(limits, 'utf8')).replace('reviews: 30', 'reviews: 1_000_000'));
  const file = join(shop, 'gateway.yaml');
  const config = parse(await readFile(join(root, 'gateway.yaml'), 'utf8'));
  const { server } = parse(await readFile(join(root, 'deploy/gateway.yaml'), 'utf8'));
  config.server = { ...config.server, stop: server.stop, trustProxy: 1 };
  config.database = { url: '${DATABASE_URL}', adminUrl: '${DATABASE_ADMIN_URL:-}' };
  config.system.reload = { watch: false };
  await writeFile(file, stringify(config));
  if (version === 'N') return file;
  const reviews = join(shop, 'extensions/reviews');
  const number = String((await readdir(join(reviews, 'migrations'))).length + 1).padStart(3, '0');
  await writeFile(
    join(reviews, `migrations/${number}-add-verified.sql`),
    'alter table review add verified boolean not null default false;\n',
  );
  for (const sheet of ['reviews/pages/productPage/Reviews.module.css', 'theme/pages/all/Header.module.css'])
    await appendFile(join(shop, 'extensions', sheet), '\n.next { color: teal; }\n');
  await appendFile(join(shop, 'extensions/theme/pages/all/shop.css'), '\nmain { accent-color: teal; }\n');
  return file;
}

async function startReplica(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  adminPort: number,
): Promise<Replica> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', stoa, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk;
    });
  }
  while (!(await isReady(adminPort))) {
    if (child.exitCode !== null) throw new Error(`a replica has ended:\n${log}`);
    await wait(100);
  }
  return { child, log: () => log };
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

async function isReady(adminPort: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop({ child, log }: Replica): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  if (child.exitCode !== 0) throw new Error(`a replica ended with ${child.exitCode}:\n${log()}`);
}

async function query(url: string, statement: string): Promise<Readonly<Record<string, unknown>>> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}
