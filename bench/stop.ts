/**
 * Stops the shop under a steady load, by SIGTERM and SIGINT in turn, and says what became of every request; then without
 * load; then kills it outright and starts it again. Run by hand: `npm run bench -- stop --rounds 20 --rate 500`.
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { productPage, type Scenario, scenarios } from './scenarios.ts';
import { type LoadRequest, startLoad } from './stop/steady-load.ts';
import { end, openShop, type StoppableShop, statusOf } from './stop/stoppable-shop.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '2' },
    idle: { type: 'string', default: '5' },
    kills: { type: 'string', default: '5' },
  },
});
const rate = Number(options.rate);

interface Round {
  readonly signal: string;
  readonly answered: number;
  readonly wrong: number;
  readonly refused: number;
  readonly lostOnKept: number;
  readonly lostOnNew: number;
  readonly p99: number;
  readonly code: number | null;
  /** Milliseconds after the signal. */
  readonly notReady: number;
  readonly closed: number;
  readonly ended: number;
}

// It makes the database and the bundles where there are none yet; what is measured are starts of a shop that has been open.
await end(await openShop(), 'SIGTERM');
const requests = await loadRequests();

write(`Node ${process.version}; ${rate} requests a second: product, product page, POST /foos\n`);
write(
  row([
    'signal',
    'answered',
    'wrong',
    'lost kept',
    'lost new',
    'refused',
    'p99 ms',
    '503 at',
    'closed at',
    'exit at',
    'code',
  ]),
);
const rounds: Round[] = [];
for (let count = 0; count < Number(options.rounds); count++) {
  const round = await stopUnderLoad(count % 2 === 0 ? 'SIGTERM' : 'SIGINT');
  rounds.push(round);
  const { signal, answered, wrong, lostOnKept, lostOnNew, refused, p99, notReady, closed, ended, code } = round;
  write(row([signal, answered, wrong, lostOnKept, lostOnNew, refused, p99, notReady, closed, ended, code]));
}
const sum = (key: 'answered' | 'wrong' | 'lostOnKept' | 'lostOnNew') => rounds.reduce((all, one) => all + one[key], 0);
const inOrder = rounds.filter(({ notReady, closed }) => notReady < closed).length;
write(`all: ${sum('answered')} answered, ${sum('wrong')} with another status than expected\n`);
write(`lost: ${sum('lostOnKept')} on kept connections, ${sum('lostOnNew')} on new ones\n`);
write(`/readyz was 503 before the port was closed: ${inOrder} of ${rounds.length}\n`);
write(
  `longest until the end: ${Math.max(...rounds.map(({ ended }) => ended)).toFixed(0)} ms; exit codes ${[...new Set(rounds.map(({ code }) => code))].join(', ')}\n`,
);

const idle: number[] = [];
for (let count = 0; count < Number(options.idle); count++) {
  idle.push((await end(await openShop(), count % 2 === 0 ? 'SIGTERM' : 'SIGINT')).ms);
}
write(`idle, from signal to end: ${idle.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);

const ready: number[] = [];
let shop = await openShop();
for (let count = 0; count < Number(options.kills); count++) {
  await end(shop, 'SIGKILL');
  shop = await openShop();
  ready.push(shop.readyMs);
}
await end(shop, 'SIGTERM');
write(`kill -9, from the next start to ready: ${ready.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);

async function stopUnderLoad(signal: 'SIGTERM' | 'SIGINT'): Promise<Round> {
  const opened = await openShop();
  const load = startLoad(opened.url, requests, rate);
  await wait(Number(options.seconds) * 1000);
  const begun = performance.now();
  const notReady = untilNotReady(opened).then(() => performance.now() - begun);
  const { ms: ended, code } = await end(opened, signal);
  await load.stop();
  const { counts, latencies, refusedAt = Number.POSITIVE_INFINITY } = load;
  const p99 = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
  return { signal, ...counts, p99, code, notReady: await notReady, closed: refusedAt - begun, ended };
}

async function untilNotReady({ adminUrl }: StoppableShop): Promise<void> {
  while ((await statusOf(adminUrl)) === 200) await wait(5);
}

async function loadRequests(): Promise<readonly LoadRequest[]> {
  const words = ['bin/stoa.mjs', 'token', 'issue', '--subject', 'bench', '--expires', '1h'];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: resolve(import.meta.dirname, '..') });
  const token = stdout.trim();
  const chosen = [scenarios[0], productPage, scenarios[2]].filter((scenario) => scenario !== undefined);
  return chosen.map((scenario: Scenario) => ({
    ...scenario,
    headers: {
      ...(scenario.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(scenario.private ? { authorization: `Bearer ${token}` } : {}),
    },
  }));
}

function row(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) =>
    typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(0) : String(cell),
  );
  return `${texts.map((text) => text.padStart(10)).join('')}\n`;
}

function write(text: string): void {
  process.stdout.write(text);
}
