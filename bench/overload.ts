/**
 * Three times as many requests as the shop can answer: how many good answers are left, how soon the others are refused, and how
 * soon all is as before. Run by hand: `npm run bench -- overload --seconds 60 --times 3`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { capacityOf, goodOf, load, mean, percentile, probe, rssOf, shopOf } from './load.ts';
import { startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '3' },
    connections: { type: 'string', default: '400' },
    /** A capacity that is known, to measure it no more. */
    capacity: { type: 'string' },
    /** The address of /livez; without one the shop's own port is asked for a path that nobody has. */
    livez: { type: 'string' },
    /** One line for each second of the overload. */
    trace: { type: 'boolean' },
    out: { type: 'string' },
  },
});

await using server = await startShop();
const shop = shopOf(server);
const connections = Number(options.connections);

// 1. The peak, warm: what comes is measured against this.
await capacityOf(shop, 8);
const capacity = options.capacity === undefined ? await capacityOf(shop, 8) : Number(options.capacity);
const steady = await load(shop, { seconds: 8, rate: capacity / 2, connections });
const steadyP99 = percentile(goodOf(steady.slice(1)), 0.99);
const rss = { before: rssOf(server.pid), during: 0, after: 0 };

// 2. Too much, and from the moment when it is over half of the capacity again.
const seconds = Number(options.seconds);
const liveness = probe(options.livez ?? `http://${shop.host}:${shop.port}/livez`);
const memory = setInterval(() => {
  rss.during = Math.max(rss.during, rssOf(server.pid));
}, 500);
const overload = await load(shop, { seconds, rate: capacity * Number(options.times), connections });
clearInterval(memory);
const livez = liveness.stop();
const after = await load(shop, { seconds: 10, rate: capacity / 2, connections });
rss.after = rssOf(server.pid);

// 3. What became of it.
const refused = overload.flatMap((second) => second.refused);
const others: Record<string, number> = {};
for (const second of overload)
  for (const [status, count] of Object.entries(second.others)) others[status] = (others[status] ?? 0) + count;
const calm = after.findIndex(({ good }) => percentile(good, 0.99) <= steadyP99 * 2);
const figures = {
  capacity: Math.round(capacity),
  offered: Math.round(capacity * Number(options.times)),
  goodput: Math.round(mean(overload.map(({ good }) => good.length))),
  ratio: mean(overload.map(({ good }) => good.length)) / capacity,
  worstSecond: Math.min(...overload.map(({ good }) => good.length)) / capacity,
  admittedP50: percentile(goodOf(overload), 0.5),
  admittedP99: percentile(goodOf(overload), 0.99),
  refusedPerSecond: Math.round(refused.length / seconds),
  refusedP50: percentile(refused, 0.5),
  refusedP99: percentile(refused, 0.99),
  refusedMax: percentile(refused, 1),
  withoutRetryAfter: overload.reduce((sum, { rude }) => sum + rude, 0),
  others,
  unsent: overload.reduce((sum, { unsent }) => sum + unsent, 0),
  livezP99: percentile(livez, 0.99),
  livezMax: percentile(livez, 1),
  rss,
  steadyP99,
  p99AfterBySecond: after.map(({ good }) => percentile(good, 0.99)),
  calmAfterSeconds: calm === -1 ? undefined : calm + 1,
};
const rounded = JSON.parse(JSON.stringify(figures), (_key, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value,
);
console.log(rounded);
if (options.trace === true) {
  for (const [second, { good, refused: no, unsent }] of overload.entries())
    console.log(second, 'good', good.length, ms(good), 'refused', no.length, ms(no), 'unsent', unsent);
}
if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify(rounded, undefined, 2)}\n`);

/** Median and 99th percentile. */
function ms(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(0)}/${percentile(values, 0.99).toFixed(0)} ms`;
}
