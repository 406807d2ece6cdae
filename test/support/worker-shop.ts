import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject, saveWhole } from './test-project.ts';
import { untilFound } from './wait-until.ts';

export interface WorkerShop extends AsyncDisposable {
  readonly stoa: RunningStoa;
  /** The gateway.yaml. */
  readonly file: string;
  readonly url: string;
  readonly adminUrl: string;
  /** Writes the one handler. */
  write(handler: string): Promise<void>;
  /** `POST /things?…` over a connection of its own, so that the workers take turns. */
  post(query?: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Log events of this name so far. */
  events(name: string): readonly LogEvent[];
  /** Resolves when there are that many log events of this name. */
  until(name: string, count?: number): Promise<readonly LogEvent[]>;
  /** The metrics, scraped until they have all of these lines: a busy worker may miss a scrape. */
  metrics(...lines: readonly RegExp[]): Promise<string>;
}

export interface LogEvent {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly reason?: string;
  readonly ms?: number;
  readonly findings?: readonly { readonly code: string; readonly what: string }[];
}

export interface WorkerShopOptions {
  /** Default: answers with the id of its process. */
  readonly handler?: string;
  readonly workers?: number | 'auto';
  /** Further keys of `server`. */
  readonly server?: string;
  /** Further keys of `system`. */
  readonly system?: string;
}

export const answerPid = 'export default (_request, response) => response.json({ pid: process.pid });\n';

/** Starts `stoa start --workers N` with one route. */
export async function startWorkerShop(options: WorkerShopOptions = {}): Promise<WorkerShop> {
  const shop = await prepareWorkerShop(options);
  await shop.stoa.waitFor(/routes /);
  return shop;
}

/** The same, and does not wait until it is open. */
export async function prepareWorkerShop(options: WorkerShopOptions = {}): Promise<WorkerShop> {
  const { handler = answerPid, workers = 2, server = '', system = '' } = options;
  const file = await fixtureProject('small-shop', (text) =>
    text
      .replace('server: { port: 0 }', `server: { port: 0, admin: { port: 0 }, ${server} }`)
      .replace('system:\n', `system:\n  ${system}\n`),
  );
  const write = (text: string) =>
    saveWhole(join(dirname(file), 'extensions/things/api/addThing/[bodyParser]addThing.ts'), text);
  await write(handler);
  const { url: database, drop } = await createDatabase();
  const stoa = startStoa(['start', '--workers', String(workers)], { file, environment: { DATABASE_URL: database } });
  const agent = new Agent({ keepAlive: false });
  const events = (name: string): readonly LogEvent[] =>
    stoa
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): LogEvent => JSON.parse(line))
      .filter(({ msg }) => msg === name);
  const printed = (pattern: RegExp): string => pattern.exec(stoa.stdout())?.[1] ?? '';
  const shop: WorkerShop = {
    stoa,
    file,
    get url() {
      return printed(/open at (http:\S+)/);
    },
    get adminUrl() {
      return printed(/admin\s+(http:\S+)/);
    },
    write,
    post(query = '') {
      return new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const sent = request(`${shop.url}/things${query}`, { method: 'POST', agent, headers }, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
          response.once('error', reject);
        });
        sent.once('error', reject).end('{"name":"a thing"}');
      });
    },
    events,
    async until(name, count = 1) {
      await stoa.waitFor(new RegExp(`(?:"msg":"${name}"[^\\n]*\\n[\\s\\S]*?){${count}}`), 'stderr');
      return events(name);
    },
    metrics(...lines) {
      return untilFound(async () => {
        const text = await (await fetch(`${shop.adminUrl}/metrics`)).text();
        return lines.every((line) => line.test(text)) ? text : undefined;
      });
    },
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
  return shop;
}

/** The number of the place of each worker, by the id of its process. */
export async function pidsOf(shop: WorkerShop, workers = 2): Promise<readonly number[]> {
  const pids = new Set<number>();
  while (pids.size < workers) pids.add(JSON.parse((await shop.post()).body).pid);
  return [...pids];
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
