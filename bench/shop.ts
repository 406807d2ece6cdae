/**
 * Measures the shop on its database against the same written by hand, and bare node:http that answers the same bytes, round
 * by round in turn, and prints throughput, latency, CPU per request and their ratio. Run by hand: `npm run bench -- --rounds 5 --seconds 2`.
 *
 * The load generator shares the machine, so requests per second say little; CPU per request is read from /proc and is
 * the figure to compare. PostgreSQL runs in processes of its own and is not counted.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds, residentMegabytes } from './cpu.ts';
import { pages, type Scenario, scenarios } from './scenarios.ts';
import {
  type BenchServer,
  type PageFloors,
  startBareServer,
  startExpressServer,
  startHandServer,
  startPageFloors,
  startShop,
} from './servers.ts';
import { median } from './statistics.ts';

interface Measurement {
  readonly scenario: string;
  readonly server: string;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicroseconds: number;
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    warm: { type: 'string', default: '10000' },
    out: { type: 'string' },
    // A folder with another commit and its packages. Its shop answers in turn with this one.
    against: { type: 'string' },
  },
});

/** What answers one scenario; the last of them is what the others are compared with. */
interface Contest {
  readonly scenario: Scenario;
  readonly index: number;
  readonly servers: readonly BenchServer[];
}

await using shop = await startShop();
const answers = await Promise.all(scenarios.map((scenario) => shop.answer(scenario)));
await using bare = await startBareServer(answers);
await using express = await startExpressServer(shop);
await using hand = await startHandServer(shop);
await requireSameAnswers();
await using disposables = new AsyncDisposableStack();
const { against } = options;
const others = against === undefined ? [] : [await startShop(undefined, { folder: against, name: 'against' })];
for (const other of others) disposables.use(other);
const floored: (readonly [Scenario, PageFloors])[] = [];
for (const page of pages) floored.push([page, disposables.use(await startPageFloors(shop, page))]);
const equalPages: string[] = [];
for (const [page, floors] of floored) equalPages.push(await requireSamePage(page, floors));

const all: readonly Contest[] = [
  ...scenarios.map((scenario, index) => ({
    scenario,
    index,
    servers: [shop, ...others, bare, scenario.path === '/graphql' ? hand : express],
  })),
  ...floored.map(([scenario, [ready, postgres]]) => ({
    scenario,
    index: 0,
    servers: [shop, ...others, ready, postgres],
  })),
];
const contests = all.filter(
  ({ scenario }) => options.only === undefined || options.only.split(',').includes(scenario.name),
);

// Each server answers all scenarios before any is measured, as real processes do: a fresh one flatters.
for (const { scenario, index, servers } of options.fresh ? contests : all) {
  // By requests, not by seconds: compilers count calls, and a slow server would be measured half compiled.
  for (const server of servers)
    await autocannon({ ...server.request(scenario, index), connections: 8, amount: Number(options.warm) });
}

const measurements: Measurement[] = [];
for (let round = 0; round < Number(options.rounds); round++) {
  for (const { scenario, index, servers } of contests) {
    for (const server of servers) measurements.push(await measure(server, scenario, index));
  }
}

report(measurements);
process.stdout.write(`${equalPages.join('\n')}\n`);
for (const [name, megabytes] of Object.entries(memory()))
  process.stdout.write(`memory after this: ${name} ${megabytes.toFixed(0)} MB\n`);
if (options.out !== undefined) {
  await writeFile(
    options.out,
    JSON.stringify({ node: process.version, options, pages: equalPages, memory: memory(), measurements }, null, 2),
  );
}

/** Resident memory of the gateways, in megabytes. */
function memory(): Readonly<Record<string, number>> {
  return Object.fromEntries([shop, ...others].map(({ name, pid }) => [name, residentMegabytes(pid)]));
}

/** What is written by hand must answer the very bytes that the shop answers. */
async function requireSameAnswers(): Promise<void> {
  for (const [index, scenario] of scenarios.entries()) {
    if (scenario.path !== '/graphql') continue;
    const { url, ...request } = hand.request(scenario, index);
    const [body, wanted] = [await (await fetch(url, request)).text(), answers[index]?.body];
    if (body !== wanted)
      throw new Error(`"${scenario.name}" by hand is ${body.slice(0, 500)}, not ${wanted?.slice(0, 500)}`);
  }
}

/** The page's floors must answer the very bytes that the shop answers, apart from the key of a form. */
async function requireSamePage(scenario: Scenario, floors: PageFloors): Promise<string> {
  const withoutKey = (html: string): string => html.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'key');
  const body = withoutKey((await shop.answer(scenario)).body);
  for (const floor of floors) {
    const other = withoutKey(await (await fetch(floor.request(scenario, 0).url)).text());
    if (other === body) continue;
    const at = [...body].findIndex((character, index) => character !== other[index]);
    throw new Error(
      `"${floor.name}" differs at ${at}: ${other.slice(at, at + 200)}\nfrom: ${body.slice(at, at + 200)}`,
    );
  }
  const scripts = body.split('<script').length - 1;
  return `${scenario.name}: ${Buffer.byteLength(body)} bytes of HTML, ${scripts} scripts; all three answer the same bytes`;
}

async function measure(server: BenchServer, scenario: Scenario, index: number): Promise<Measurement> {
  const before = cpuSeconds(server.pid);
  const result = await autocannon({
    ...server.request(scenario, index),
    connections: Number(options.connections),
    duration: Number(options.seconds),
  });
  const used = cpuSeconds(server.pid) - before;
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${server.name} refused ${refused} requests of "${scenario.name}"`);
  return {
    scenario: scenario.name,
    server: server.name,
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds: (used / result.requests.total) * 1e6,
  };
}

function report(results: readonly Measurement[]): void {
  const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(10);
  process.stdout.write(
    `Node ${process.version}, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections, medians\n` +
      `${'scenario'.padEnd(14)}${'server'.padEnd(14)}${'req/s'.padStart(10)}${'p50 ms'.padStart(10)}${'p99 ms'.padStart(10)}${'CPU us'.padStart(10)}${'ratio'.padStart(10)}\n`,
  );
  for (const { scenario, servers } of contests) {
    const { name } = scenario;
    const base = servers.at(-1)?.name ?? '';
    const of = (server: string, key: 'requestsPerSecond' | 'p50' | 'p99' | 'cpuMicroseconds') =>
      median(results.filter((one) => one.scenario === name && one.server === server).map((one) => one[key]));
    for (const { name: server } of servers) {
      process.stdout.write(
        `${name.padEnd(14)}${server.padEnd(14)}${cell(of(server, 'requestsPerSecond'))}${cell(of(server, 'p50'))}${cell(of(server, 'p99'))}` +
          `${cell(of(server, 'cpuMicroseconds'), 1)}${cell(of(server, 'cpuMicroseconds') / of(base, 'cpuMicroseconds'), 2)}\n`,
      );
    }
  }
}
