/**
 * Holds slow clients against the shop and measures what the others notice: `npm run bench -- slow`. So many connections never
 * finish their headers, as many never finish a body, each sends one byte a second and comes back as soon as it is cut off.
 * With gateway.yaml's own limits: headers within 10 s, bodies within 20 s. Ends with 1 when one of the promises is broken.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { cpuSeconds, waitedSeconds } from './cpu.ts';
import { scenarios } from './scenarios.ts';
import { type Shop, startShop } from './servers.ts';
import type { SwarmOrder, SwarmReport } from './slow-swarm.ts';

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    connections: { type: 'string', default: '16' },
  },
});
const clients = Number(options.clients);

interface Slowness {
  readonly name: string;
  readonly head: string;
  /** Milliseconds within which such a client must be cut off. */
  readonly limitMs: number;
}

const kinds: readonly Slowness[] = [
  { name: 'headers', head: 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ', limitMs: 10_000 },
  {
    name: 'bodies',
    head: 'POST /graphql HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
    limitMs: 20_000,
  },
];

/** Keeps so many connections of this kind open until it is asked for its report. */
function startSwarm({ head }: Slowness, url: URL): () => Promise<SwarmReport> {
  const order: SwarmOrder = { host: url.hostname, port: Number(url.port), clients, head };
  const worker = new Worker(new URL('./slow-swarm.ts', import.meta.url), { workerData: order });
  return async () => {
    worker.postMessage('stop');
    const [report] = (await once(worker, 'message')) as [SwarmReport];
    return report;
  };
}

/** What clients with quick requests notice meanwhile. */
async function measure(shop: Shop, seconds: number): Promise<{ readonly p99: number; readonly text: string }> {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('there is no scenario to measure with');
  const before = { cpu: cpuSeconds(shop.pid), waited: waitedSeconds(shop.pid) };
  const result = await autocannon({
    ...shop.request(scenario, 0),
    connections: Number(options.connections),
    overallRate: Number(options.rate),
    duration: seconds,
  });
  const { p50, p99, max } = result.latency;
  const failed = result.errors + result.non2xx;
  const cpu = Math.round(((cpuSeconds(shop.pid) - before.cpu) / seconds) * 100);
  const waited = Math.round(((waitedSeconds(shop.pid) - before.waited) / seconds) * 100);
  const share = `the shop ran ${cpu} % of the time and waited for a core ${waited} %`;
  const answers = `${result['2xx']} answers, ${failed} failures`;
  return { p99, text: `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms, ${answers}; ${share}` };
}

await using shop = await startShop();
const [scenario] = scenarios;
const url = new URL(scenario === undefined ? '' : shop.request(scenario, 0).url);
await measure(shop, 5);
const alone = await measure(shop, 10);
process.stdout.write(`alone: ${alone.text}\n`);

const reports = kinds.map((kind) => ({ kind, report: startSwarm(kind, url) }));
const together = await measure(shop, Number(options.seconds));
process.stdout.write(`beside ${clients} slow headers and ${clients} slow bodies: ${together.text}\n`);

const broken = together.p99 >= 100 ? [`p99 is ${together.p99} ms, not under 100 ms`] : [];
for (const { kind, report } of reports) {
  const { cut, longest, answers } = await report();
  const told = Object.entries(answers).map(([status, count]) => `${count} times ${status}`);
  const last = `the last after ${Math.round(longest)} ms`;
  process.stdout.write(`slow ${kind.name}: ${cut} cut off, ${last}; answered ${told.join(', ')}\n`);
  if (cut < clients) broken.push(`not all slow ${kind.name} were cut off`);
  if (longest > kind.limitMs) broken.push(`slow ${kind.name} lasted ${Math.round(longest)} ms, not ${kind.limitMs} ms`);
}
for (const promise of broken) process.stdout.write(`broken: ${promise}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
