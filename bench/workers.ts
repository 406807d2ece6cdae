/**
 * Compares `stoa start --workers N` with one process under the same paced load, in turn: CPU of all processes for each
 * request, and how the requests spread. Then it kills workers under that load, and says when the shop was whole again.
 * Run by hand: `npm run bench -- workers --rate 300 --seconds 5 --rounds 3 --kills 5`.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { goodOf, load, type Shop } from './load.ts';
import type { LoadSecond, LoadTarget } from './load-generator.ts';
import { productPage, scenarios } from './scenarios.ts';
import { median } from './statistics.ts';
import { end, openShop, type StoppableShop } from './stop/stoppable-shop.ts';

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    rate: { type: 'string', default: '300' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '8' },
    kills: { type: 'string', default: '5' },
  },
});
const [rate, connections, seconds] = [Number(options.rate), Number(options.connections), Number(options.seconds)];

const targets = [...scenarios.filter(({ name }) => name === 'product'), productPage].map(
  ({ method, path, body }): LoadTarget => ({
    method,
    path,
    headers: { accept: 'text/html, application/json', ...(body === '' ? {} : { 'content-type': 'application/json' }) },
    body,
  }),
);

interface Round {
  readonly answered: number;
  readonly others: number;
  /** Microseconds of all processes for each request. */
  readonly cpu: number;
  /** Requests of each worker. */
  readonly spread: readonly number[];
}

const one = await openShop();
const several = await openShop(['--workers', options.workers]);
process.stdout.write(
  `Node ${process.version}; ${rate} requests a second on ${connections} connections: product, product page\n`,
);
try {
  for (const shop of [one, several])
    await load(addressOf(shop), { seconds: Number(options.warm), rate: undefined, connections });
  const rounds: { readonly one: Round; readonly several: Round }[] = [];
  for (let count = 0; count < Number(options.rounds); count++) {
    rounds.push({ one: await measure(one), several: await measure(several) });
    const last = rounds.at(-1);
    process.stdout.write(`one ${JSON.stringify(last?.one)}  workers ${JSON.stringify(last?.several)}\n`);
  }
  const cpu = (of: (round: (typeof rounds)[number]) => Round): number => median(rounds.map((round) => of(round).cpu));
  const [alone, together] = [cpu((round) => round.one), cpu((round) => round.several)];
  process.stdout.write(
    `CPU for a request: ${alone.toFixed(0)} us in one process, ${together.toFixed(0)} us in the primary and `,
  );
  process.stdout.write(`${options.workers} workers: ratio ${(together / alone).toFixed(2)}\n`);
  const shares = rounds.map(({ several: { spread } }) => Math.min(...spread) / Math.max(...spread));
  process.stdout.write(`least worker / busiest worker: ${shares.map((share) => share.toFixed(2)).join(', ')}\n`);
  for (let count = 0; count < Number(options.kills); count++) await killOne(count);
} finally {
  await end(one, 'SIGTERM');
  await end(several, 'SIGTERM');
}

function addressOf({ url }: StoppableShop): Shop {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), targets };
}

async function measure(shop: StoppableShop): Promise<Round> {
  const pid = shop.child.pid ?? 0;
  const before = await requestsOf(shop);
  const used = cpuSeconds(pid);
  const measured = await load(addressOf(shop), { seconds, rate, connections });
  const cpu = cpuSeconds(pid) - used;
  const after = await requestsOf(shop);
  const answered = goodOf(measured).length;
  const spread = [...after].map(([worker, count]) => count - (before.get(worker) ?? 0));
  return { answered, others: othersOf(measured), cpu: Math.round((cpu / answered) * 1e6), spread };
}

function othersOf(measured: readonly LoadSecond[]): number {
  return measured.reduce(
    (sum, { refused, others, unsent }) =>
      sum + refused.length + unsent + Object.values(others).reduce((a, b) => a + b, 0),
    0,
  );
}

/** Requests so far by worker; by "" in one process. */
async function requestsOf({ adminUrl }: StoppableShop): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [, labels = '', count] of (await metricsOf(adminUrl)).matchAll(/^stoa_requests_total\{(.*)\} (\d+)$/gm)) {
    const worker = /worker="(\d+)"/.exec(labels)?.[1] ?? '';
    counts.set(worker, (counts.get(worker) ?? 0) + Number(count));
  }
  return counts;
}

async function metricsOf(adminUrl: string): Promise<string> {
  return await (await fetch(`${adminUrl}/metrics`)).text();
}

/** Kills one worker under load. Requests on its connections are lost, and those on new ones must not be. */
async function killOne(count: number): Promise<void> {
  const replaced = replacementsIn(await metricsOf(several.adminUrl));
  const loading = load(addressOf(several), { seconds: 4, rate, connections });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const pid = await workerPid(count);
  const begun = performance.now();
  process.kill(pid, 'SIGKILL');
  for (;;) {
    const text = await metricsOf(several.adminUrl);
    if (
      replacementsIn(text) > replaced &&
      [...text.matchAll(/^stoa_worker_up\{.*\} 1$/gm)].length === Number(options.workers)
    )
      break;
  }
  const ms = Math.round(performance.now() - begun);
  const measured = await loading;
  process.stdout.write(
    `kill -9: whole after ${ms} ms; ${goodOf(measured).length} answered, ${othersOf(measured)} not\n`,
  );
}

function replacementsIn(text: string): number {
  return [...text.matchAll(/^stoa_worker_replacements_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** The id of a worker's process, each in turn. */
async function workerPid(count: number): Promise<number> {
  const parent = several.child.pid ?? 0;
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ');
  const commands = await Promise.all(
    children.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'utf8')] as const),
  );
  const workers = commands.filter(([, command]) => command.includes('stoa.mjs')).map(([pid]) => Number(pid));
  const pid = workers[count % workers.length];
  if (pid === undefined) throw new Error('the primary has no workers');
  return pid;
}
