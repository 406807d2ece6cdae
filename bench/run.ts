/**
 * Measures the shop against bare node:http that answers the same bytes, round by round in turn, and prints throughput,
 * latency, CPU per request and their ratio. Run by hand: `npm run bench -- --rounds 5 --seconds 2`.
 *
 * The load generator shares the machine, so requests per second say little; CPU per request is read from /proc and is
 * the figure to compare. PostgreSQL runs in processes of its own and is not counted.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds } from './cpu.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type BenchServer, startBareServer, startShop } from './servers.ts';

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
    out: { type: 'string' },
  },
});

await using shop = await startShop();
const answers = await Promise.all(scenarios.map((scenario) => shop.answer(scenario)));
await using bare = await startBareServer(answers);

const measurements: Measurement[] = [];
for (let round = 0; round <= Number(options.rounds); round++) {
  for (const [index, scenario] of scenarios.entries()) {
    for (const server of [shop, bare]) {
      const measurement = await measure(server, scenario, index);
      // Round 0 warms both servers up.
      if (round > 0) measurements.push(measurement);
    }
  }
}

report(measurements);
if (options.out !== undefined) {
  await writeFile(options.out, JSON.stringify({ node: process.version, options, measurements }, null, 2));
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

function report(all: readonly Measurement[]): void {
  const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(10);
  process.stdout.write(
    `Node ${process.version}, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections, medians\n` +
      `${'scenario'.padEnd(14)}${'server'.padEnd(12)}${'req/s'.padStart(10)}${'p50 ms'.padStart(10)}${'p99 ms'.padStart(10)}${'CPU us'.padStart(10)}${'ratio'.padStart(10)}\n`,
  );
  for (const { name } of scenarios) {
    const of = (server: string, key: 'requestsPerSecond' | 'p50' | 'p99' | 'cpuMicroseconds') =>
      median(all.filter((one) => one.scenario === name && one.server === server).map((one) => one[key]));
    for (const { name: server } of [shop, bare]) {
      process.stdout.write(
        `${name.padEnd(14)}${server.padEnd(12)}${cell(of(server, 'requestsPerSecond'))}${cell(of(server, 'p50'))}${cell(of(server, 'p99'))}` +
          `${cell(of(server, 'cpuMicroseconds'), 1)}${cell(of(server, 'cpuMicroseconds') / of(bare.name, 'cpuMicroseconds'), 2)}\n`,
      );
    }
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
