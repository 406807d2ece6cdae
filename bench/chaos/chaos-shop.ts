/** The demonstration shop with its extensions outside the gateway, and a route in each that makes trouble on demand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parse, stringify } from 'yaml';
import { openTemporaryServer } from '#postgres';
import { freePort } from '../../test/support/free-port.ts';

const root = resolve(import.meta.dirname, '../..');
const stoa = join(root, 'bin/stoa.mjs');

export type Placement = 'process' | 'url';

/** MB of memory of one `stoa serve`. */
const mostMb = 600;

export interface ChaosShop extends AsyncDisposable {
  readonly url: string;
  readonly adminUrl: string;
  readonly extensions: readonly string[];
  readonly gatewayPid: number;
  /** The processes that serve an extension at this moment. */
  pidsOf(extension: string): Promise<readonly number[]>;
  /** Resident memory in MB and open descriptors of the gateway. Linux only. */
  gatewayUse(): Promise<{ readonly mb: number; readonly descriptors: number }>;
  /** What the gateway and the served extensions have logged. */
  log(): string;
}

/** `size`: processes of each extension. */
export async function openChaosShop(placement: Placement, { size = 1 } = {}): Promise<ChaosShop> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-chaos-')));
  await chmod(folder, 0o755);
  const server = await openTemporaryServer();
  const database = await server.create('chaos');
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SHOP_URL: 'https://shop.example',
    DATABASE_URL: database.url,
    STOA_JWT_SECRET: 'chaos-jwt-secret-0123456789-abcdefgh',
    STOA_SESSION_SECRET: 'chaos-session-secret-9876543210-fedc',
    STOA_LOG_LEVEL: process.env.CHAOS_LEVEL ?? 'warn',
  };
  const port = await freePort();
  const file = await writeShop(folder, { placement, size, port });
  const extensions: readonly string[] = parse(await readFile(file, 'utf8')).system.extensions.map(
    ({ name }: { readonly name: string }) => name,
  );
  let log = '';
  const run = (words: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, ['--disable-sigusr1', stoa, '-c', file, ...words], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.on('data', (piece) => {
      log += String(piece);
    });
    return child;
  };
  for (const command of ['migrate', 'seed']) {
    const [code] = await once(run([command]), 'exit');
    if (code !== 0) throw new Error(`stoa ${command} ended with ${code}: ${log}`);
  }

  let isClosing = false;
  const served = new Map<string, ChildProcess>();
  const serve = async (extension: string): Promise<void> => {
    const child = run(['serve', extension, '--socket', join(folder, `${extension}.sock`)]);
    served.set(extension, child);
    // As a container's memory limit, and an operator's supervisor, do.
    const limit = setInterval(async () => {
      if ((await residentMb(child.pid ?? 0)) > mostMb) child.kill('SIGKILL');
    }, 100);
    child.once('exit', () => {
      clearInterval(limit);
      if (!isClosing) void serve(extension);
    });
    child.stdout?.resume();
  };
  const gateway = run(['start', '--admin-port', '0']);
  if (placement === 'url') for (const extension of extensions) await serve(extension);
  const output = await outputOf(gateway, /admin\s+http:\S+/).catch((error: Error) => {
    throw new Error(`${error.message}: ${log}`);
  });
  const [url = '', adminUrl = ''] = [/open at (http:\S+)/.exec(output)?.[1], /admin\s+(http:\S+)/.exec(output)?.[1]];
  const gatewayPid = gateway.pid ?? 0;
  while ((await fetch(`${adminUrl}/readyz`)).status !== 200);
  return {
    ...{ url, adminUrl, extensions, gatewayPid },
    async pidsOf(extension) {
      if (placement === 'url') return [served.get(extension)?.pid ?? 0];
      return await childrenOf(gatewayPid, extension);
    },
    gatewayUse: async () => ({
      mb: await residentMb(gatewayPid),
      descriptors: (await readdir(`/proc/${gatewayPid}/fd`)).length,
    }),
    log: () => log,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      for (const child of [gateway, ...served.values()]) {
        const ended = once(child, 'exit');
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
      }
      await database.drop();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

interface ShopParts {
  readonly placement: Placement;
  readonly size: number;
  readonly port: number;
}

async function writeShop(folder: string, { placement, size, port }: ShopParts): Promise<string> {
  await cp(join(root, 'extensions'), join(folder, 'extensions'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'gateway.yaml');
  const config = parse(await readFile(join(root, 'gateway.yaml'), 'utf8'));
  config.database = { url: '${DATABASE_URL}' };
  config.system.watchdog = { exitMs: 2_000 };
  config.system.reload = { watch: false };
  config.server = { ...config.server, port };
  for (const extension of config.system.extensions) {
    await writeTrouble(join(folder, 'extensions', extension.name), extension.name);
    extension.placement =
      placement === 'process'
        ? { process: { size, memoryMb: 300 } }
        : { url: `unix:${join(folder, `${extension.name}.sock`)}`, secret: 'chaos-wire-secret-0123456789-abcdefgh' };
    if (placement === 'url') extension.placement.gateway = `http://127.0.0.1:${port}`;
  }
  await writeFile(file, stringify(config));
  return file;
}

/** `POST /trouble/NAME?do=…`. Each kind is what a faulty extension does to its own process. */
async function writeTrouble(extensionFolder: string, name: string): Promise<void> {
  const folder = join(extensionFolder, 'api/trouble');
  await mkdir(folder, { recursive: true });
  const route = { methods: ['POST'], access: 'public', path: `/trouble/${name}`, query: { do: 'String!' } };
  await writeFile(join(folder, 'route.json'), JSON.stringify(route));
  await writeFile(join(folder, 'trouble.ts'), trouble);
}

const trouble = `
const kept = [];
const kinds = {
  throw: () => { throw new Error('trouble'); },
  reject: () => { void Promise.reject(new Error('trouble')); },
  exit: () => process.exit(3),
  abort: () => process.abort(),
  hang: () => { for (;;); },
  memory: () => { setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 10); },
  heap: () => { setInterval(() => kept.push(Array.from({ length: 500_000 }, (_, index) => ({ index }))), 10); },
  corrupt: () => {
    const { stringify } = JSON;
    JSON.stringify = (...input) => String(stringify(...input)).slice(0, 20);
    setTimeout(() => { JSON.stringify = stringify; }, 2_000);
  },
};
export default (request, response) => {
  response.json({ pid: process.pid });
  setTimeout(() => kinds[request.query.do](), 20);
};
`;

/** Of a process that runs, in MB; else 0. Linux only. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processes below the gateway whose command names the extension. */
async function childrenOf(parent: number, extension: string): Promise<readonly number[]> {
  const text = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  const found: number[] = [];
  for (const pid of text.trim().split(' ').filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`/${extension}-`) || command.includes(`\0${extension}\0`)) found.push(pid);
  }
  return found;
}

async function outputOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += stripVTControlCharacters(String(chunk));
    if (!pattern.test(output)) continue;
    child.stdout?.resume();
    return output;
  }
  throw new Error(`the shop ended before it was open: ${output}`);
}
