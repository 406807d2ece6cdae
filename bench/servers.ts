import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Scenario } from './scenarios.ts';

const root = resolve(import.meta.dirname, '..');
const stoa = join(root, 'bin/stoa.mjs');

export interface BenchServer extends AsyncDisposable {
  readonly name: string;
  readonly pid: number;
  /** What the load generator sends for the scenario with this index. */
  request(scenario: Scenario, index: number): LoadRequest;
}

interface LoadRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Shop extends BenchServer {
  /** The answer to one request, checked, for the bare server to repeat. */
  answer(scenario: Scenario): Promise<Answer>;
}

/** One for all servers of a run, so that they take the same tokens. */
const secret = randomBytes(32).toString('hex');

/**
 * The shop of this repository's gateway.yaml, or of another one, as `npm start` opens it, on a free port. `folder` is
 * another checkout, whose gateway serves its own shop.
 */
export async function startShop(file?: string, { folder = root, name = 'stoa' } = {}): Promise<Shop> {
  const config = file ?? join(folder, 'gateway.yaml');
  const words = ['start', '--demo', '-c', config, '--port', '0', '--log-level', 'warn'];
  const child = spawn(process.execPath, [join(folder, 'bin/stoa.mjs'), ...words], {
    cwd: folder,
    env: { ...process.env, STOA_JWT_SECRET: secret, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listeningUrl(child);
  const token = await issueToken(config);
  const request = (scenario: Scenario): LoadRequest => ({
    url: url + scenario.path,
    method: scenario.method,
    headers: {
      ...(scenario.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(scenario.private ? { authorization: `Bearer ${token}` } : {}),
    },
    body: scenario.body,
  });
  return {
    name,
    pid: pidOf(child),
    request,
    answer: async (scenario) => {
      const { url: target, body: sent, ...init } = request(scenario);
      const response = await fetch(target, init.method === 'GET' ? init : { ...init, body: sent });
      const body = await response.text();
      if (response.status !== scenario.expectedStatus || body.includes('"errors"')) {
        throw new Error(`"${scenario.name}" answers ${response.status}: ${body.slice(0, 500)}`);
      }
      return { status: response.status, contentType: response.headers.get('content-type') ?? '', body };
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** express-server.ts: POST /foos by hand. */
export async function startExpressServer(shop: Shop): Promise<BenchServer> {
  const env = { ...process.env, STOA_JWT_SECRET: secret, NODE_ENV: 'production' };
  const child = fork(join(import.meta.dirname, 'express-server.ts'), { env });
  const [address] = (await firstMessage(child)) as [{ port: number }];
  return {
    name: 'Express',
    pid: pidOf(child),
    request: (scenario, index) => ({
      ...shop.request(scenario, index),
      url: `http://127.0.0.1:${address.port}${scenario.path}`,
    }),
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** hand-shop-server.ts: the product queries by hand, over pg. */
export async function startHandServer(shop: Shop): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'hand-shop-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [url] = await firstMessage(child);
  return {
    name: 'by hand, pg',
    pid: pidOf(child),
    request: (scenario, index) => ({ ...shop.request(scenario, index), url: String(url) }),
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** bare-server.ts with these answers. */
export async function startBareServer(answers: readonly Answer[]): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  child.send(answers);
  const [address] = (await firstMessage(child)) as [{ port: number }];
  return {
    name: 'node:http',
    pid: pidOf(child),
    request: (scenario, index) => ({
      url: `http://127.0.0.1:${address.port}/${index}`,
      method: scenario.method,
      headers: { 'content-type': 'application/json' },
      body: scenario.body,
    }),
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** `React`, then `React and pg`. */
export type PageFloors = readonly [BenchServer, BenchServer] & AsyncDisposable;

/** page-server.ts: the floors of one page of this shop, with its data at hand and with the page's statements. */
export async function startPageFloors(shop: Shop, page: Scenario): Promise<PageFloors> {
  const child = fork(join(import.meta.dirname, 'page-server.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(shop.request(page, 0).url);
  const [address] = (await firstMessage(child)) as [{ port: number }];
  const floor = (name: string, own: string): BenchServer => ({
    name,
    pid: pidOf(child),
    request: () => ({ url: `http://127.0.0.1:${address.port}${own}`, method: 'GET', headers: {}, body: '' }),
    [Symbol.asyncDispose]: () => end(child),
  });
  return Object.assign([floor('React', '/ready'), floor('React and pg', '/postgres')] as const, {
    [Symbol.asyncDispose]: () => end(child),
  });
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk);
    const url = /http:\/\/\S+/.exec(stripVTControlCharacters(output))?.[0];
    if (url !== undefined) {
      child.stdout?.resume();
      return url;
    }
  }
  throw new Error(`the shop ended before it listened: ${output}`);
}

async function issueToken(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [stoa, 'token', 'issue', '-c', file, '--subject', 'bench', '--expires', '1h'],
    { cwd: root, env: { ...process.env, STOA_JWT_SECRET: secret } },
  );
  return stdout.trim();
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error(`could not start ${child.spawnfile}`);
  return child.pid;
}

/** What a server tells first: where it listens. Rejects when it ends before. */
async function firstMessage(child: ChildProcess): Promise<unknown[]> {
  const listens = new AbortController();
  const ended = once(child, 'exit', { signal: listens.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${String(code)} before it listened`);
  });
  try {
    return await Promise.race([once(child, 'message'), ended]);
  } finally {
    listens.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
