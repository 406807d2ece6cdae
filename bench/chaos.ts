/**
 * Chaos: under a load of everything, each served extension in turn is killed, stopped, hung, exhausted and corrupted.
 * Meanwhile no other extension's route, field or page may fail, and the extension must come back by itself. Run by
 * hand: `npm run bench -- chaos --placement process --rounds 20 --rate 200`. Loopback only; exits with 1 on a failure.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ChaosLoad } from './chaos/chaos-load.ts';
import { openChaosShop, type Placement } from './chaos/chaos-shop.ts';
import { chaosVisits } from './chaos/visits.ts';
import { send } from './rolling/load.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    placement: { type: 'string', default: 'process' },
    rounds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '200' },
    size: { type: 'string', default: '1' },
    /** One extension, or one fault, alone. */
    only: { type: 'string', default: '' },
    fault: { type: 'string', default: '' },
  },
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** A stopped process goes on after this time, in milliseconds. */
const stoppedMs = 3_000;
const corruptMs = 2_000;
/** An extension that is away for longer counts as lost. */
const lostMs = 30_000;

const placement: Placement = options.placement === 'url' ? 'url' : 'process';
await using shop = await openChaosShop(placement, { size: Number(options.size) });
const visits = await chaosVisits(shop.url);
const load = new ChaosLoad(shop.url, visits, Number(options.rate));
await wait(5_000);
const before = await shop.gatewayUse();

/** Each begins a fault, and resolves at its end. */
const faults: Readonly<Record<string, (extension: string) => Promise<void>>> = {
  async kill(extension) {
    for (const pid of await shop.pidsOf(extension)) process.kill(pid, 'SIGKILL');
  },
  async stop(extension) {
    const pids = await shop.pidsOf(extension);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await wait(stoppedMs);
    for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT');
  },
  hang: (extension) => untilGone(extension, 'hang'),
  memory: (extension) => untilGone(extension, 'memory'),
  exit: (extension) => trouble(extension, 'exit'),
  async corrupt(extension) {
    await trouble(extension, 'corrupt');
    await wait(corruptMs + 100);
  },
};

async function trouble(extension: string, kind: string): Promise<void> {
  const url = `${shop.url}/trouble/${extension}?do=${kind}`;
  await send(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body: '' });
}

/** Its processes cannot end this by themselves. */
async function untilGone(extension: string, kind: string): Promise<void> {
  const pids = await shop.pidsOf(extension);
  for (let count = 0; count < pids.length; count++) await trouble(extension, kind);
  const begun = performance.now();
  while (pids.every((pid) => existsSync(`/proc/${pid}`)) && performance.now() - begun < lostMs) await wait(10);
}

const rows: Record<string, unknown>[] = [];
for (const [fault, run] of Object.entries(faults)) {
  if (options.fault !== '' && fault !== options.fault) continue;
  for (const extension of shop.extensions) {
    if (options.only !== '' && extension !== options.only) continue;
    const [mistakes, sent] = [load.mistakes.length, load.sent];
    const times: number[] = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      load.begin(extension);
      await run(extension);
      const ended = performance.now();
      while (!(await load.isWell(extension)) && performance.now() - ended < lostMs) await wait(20);
      times.push(performance.now() - ended);
      load.end();
      await wait(300);
    }
    const row = {
      ...{ fault, extension, rounds: times.length, requests: load.sent - sent },
      failed: load.mistakes.length - mistakes,
      'back after ms': Math.round(median(times)),
      'most ms': Math.round(Math.max(...times)),
    };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
}
await load.stop();
// Idle connections to the extensions close after 5 s.
await wait(7_000);
const after = await shop.gatewayUse();
console.table(rows);
console.log('gateway before and after:', before, after);
console.log('logged:', countEvents(shop.log()));
console.log(
  'failed:',
  countBy(load.mistakes, ({ visit, what }) => `${visit}: ${what.slice(0, 80)}`),
);
console.log(`${load.mistakes.length} failed of ${load.sent}`);
if (load.mistakes.length > 0) process.exitCode = 1;

function countEvents(log: string): Readonly<Record<string, number>> {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return countBy(
    lines.map((line) => JSON.parse(line)),
    ({ msg, extension = '' }) => `${msg} ${extension}`,
  );
}

function countBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Readonly<Record<string, number>> {
  const groups = Object.entries(Object.groupBy(values, keyOf));
  return Object.fromEntries(groups.map(([key, group = []]) => [key, group.length]));
}
