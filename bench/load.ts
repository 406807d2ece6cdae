import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import type { LoadOrder, LoadSecond, LoadTarget } from './load-generator.ts';
import { productPage, type Scenario, scenarios } from './scenarios.ts';
import type { BenchServer } from './servers.ts';

/** One of GraphQL, REST and pages each, which is what a shop is asked for. */
const mix: readonly Scenario[] = [...scenarios.filter(({ name }) => name !== 'list of 20'), productPage];

export interface Shop {
  readonly host: string;
  readonly port: number;
  readonly targets: readonly LoadTarget[];
}

export function shopOf(server: BenchServer): Shop {
  const requests = mix.map((scenario, index) => ({ scenario, sent: server.request(scenario, index) }));
  const { hostname, port } = new URL(requests[0]?.sent.url ?? '');
  return {
    host: hostname,
    port: Number(port),
    targets: requests.map(({ scenario: { path }, sent: { method, headers, body } }) => ({
      method,
      path,
      headers,
      body,
    })),
  };
}

/** Runs a load in a process of its own. */
export async function load(
  shop: Shop,
  order: Pick<LoadOrder, 'seconds' | 'rate' | 'connections'> & { readonly targets?: readonly LoadTarget[] },
): Promise<readonly LoadSecond[]> {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'));
  try {
    child.send({ ...shop, ...order } satisfies LoadOrder);
    const [seconds] = (await once(child, 'message')) as [readonly LoadSecond[]];
    return seconds;
  } finally {
    child.kill();
  }
}

/** Good answers a second that some connections get which never pause, without the first second. */
export async function capacityOf(shop: Shop, seconds: number): Promise<number> {
  const measured = await load(shop, { seconds, rate: undefined, connections: 32 });
  return mean(measured.slice(1).map(({ good }) => good.length));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

export function goodOf(seconds: readonly LoadSecond[]): readonly number[] {
  return seconds.flatMap(({ good }) => good);
}

/** Megabytes of memory that a process holds. */
export function rssOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

export interface Probe {
  stop(): readonly number[];
}

/** Asks one address ten times a second and keeps the milliseconds until each answer, of whatever status. */
export function probe(url: string): Probe {
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ask = (): void => {
    const start = performance.now();
    const note = (): void => void times.push(performance.now() - start);
    get(url, { agent }, (response) => response.resume().on('end', note)).on('error', note);
  };
  const timer = setInterval(ask, 100);
  return {
    stop: () => {
      clearInterval(timer);
      agent.destroy();
      return times;
    },
  };
}
