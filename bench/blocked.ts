/**
 * Whether the log names the extension that blocks, fills or ends the process, with its line, within 2 s: each mistake of
 * test/fixtures/blocking-shop in a process of its own, several times. Run by hand: `npm run bench -- blocked --rounds 20`.
 */
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openTemporaryServer } from '#postgres';
import { startStoa } from '../test/support/run-stoa.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
});

interface Case {
  readonly name: string;
  readonly fault: string;
  readonly where: 'handler' | 'resolver';
  /** The line of the log that must name the extension. */
  readonly event: string;
  /** In faults.ts. Undefined where no JavaScript runs. */
  readonly lines?: readonly number[];
}

const blocked = 'event loop blocked';
const cases: readonly Case[] = [
  { name: 'a loop in a handler', fault: 'loop', where: 'handler', event: blocked, lines: [9] },
  { name: 'a loop in a resolver', fault: 'loop', where: 'resolver', event: blocked, lines: [9] },
  { name: 'a hostile pattern', fault: 'pattern', where: 'handler', event: blocked, lines: [11] },
  { name: 'microtasks without end', fault: 'microtasks', where: 'resolver', event: blocked, lines: [14] },
  { name: 'a system call', fault: 'systemCall', where: 'handler', event: blocked },
  { name: 'process.exit', fault: 'exit', where: 'handler', event: 'exit refused', lines: [33] },
  { name: 'process.exit in a resolver', fault: 'exit', where: 'resolver', event: 'exit refused', lines: [33] },
  { name: 'a leak', fault: 'leak', where: 'handler', event: 'heap near its limit', lines: [28, 29, 30] },
];

const server = await openTemporaryServer();
const database = await server.create('blocked');
const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-blocked-'));
try {
  await cp(resolve(import.meta.dirname, '../test/fixtures/blocking-shop'), folder, { recursive: true });
  const rows: Record<string, unknown>[] = [];
  for (const each of cases.filter(({ name }) => name.includes(options.only))) {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < Number(options.rounds); round++) outcomes.push(await run(each));
    const times = outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const row = {
      case: each.name,
      rounds: outcomes.length,
      named: outcomes.filter(({ named }) => named).length,
      'named in 2 s': outcomes.filter(({ named, ms }) => named && ms <= 2_000).length,
      'with line': each.lines === undefined ? '-' : outcomes.filter(({ withLine }) => withLine).length,
      'median ms': times[Math.floor(times.length / 2)],
      'most ms': times.at(-1),
    };
    console.log(row);
    rows.push(row);
  }
  console.table(rows);
} finally {
  await database.drop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

interface Outcome {
  readonly named: boolean;
  readonly withLine: boolean;
  /** From the request to the line. A leak must first fill three quarters of the heap. */
  readonly ms: number;
}

async function run({ fault, where, event, lines }: Case): Promise<Outcome> {
  const nodeOptions = fault === 'leak' ? '--max-old-space-size=250' : '';
  const environment = { DATABASE_URL: database.url, NODE_OPTIONS: nodeOptions };
  const stoa = startStoa(['start'], { file: join(folder, 'gateway.yaml'), environment });
  try {
    const address = await stoa.waitFor(/http:\S+/);
    await fetch(`${address}/shelf`);
    const started = performance.now();
    void send(address, { fault, where });
    const text = await stoa.waitFor(new RegExp(`^\\{.*"msg":"${event}"\\}$`, 'm'), 'stderr');
    const ms = Math.round(performance.now() - started);
    const line: Record<string, unknown> = JSON.parse(text);
    const named = line.extension === 'mill';
    return { named, withLine: named && lines?.includes(Number(line.line)) === true, ms };
  } catch (error) {
    console.error(error);
    return { named: false, withLine: false, ms: Number.POSITIVE_INFINITY };
  } finally {
    await stoa.stop('SIGKILL');
  }
}

function send(address: string, { fault, where }: Pick<Case, 'fault' | 'where'>): Promise<unknown> {
  const isHandler = where === 'handler';
  return fetch(`${address}${isHandler ? `/faults/${fault}` : '/graphql'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: isHandler ? null : JSON.stringify({ query: `{ mill(fault: "${fault}") }` }),
  }).catch(() => undefined);
}
