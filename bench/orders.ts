/**
 * What an order costs: processor time of the gateway for each step, statements by extension, and how long placing takes at
 * so many orders a second, while product and home pages are asked for. The shop has a database of its own.
 * Run by hand: `npm run bench -- orders --rate 20 --pages 40 --seconds 10 --rounds 5`.
 */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { goodOf, load, percentile, type Shop } from './load.ts';
import type { LoadTarget } from './load-generator.ts';
import { type Buyer, fillCart, newBuyer, openCheckout, placeOrder, readSkus } from './order-steps.ts';
import { type OwnShop, openOwnShop, type SentStatement } from './own-shop.ts';
import { pages, productPage } from './scenarios.ts';
import { startShop } from './servers.ts';
import { writeRepeated, writeStatements } from './statement-bill.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    pages: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '150' },
    out: { type: 'string' },
  },
});
const [orders, rate, seconds] = [Number(options.orders), Number(options.rate), Number(options.seconds)];

const steps = ['cart', 'checkout page', 'placing'] as const;
type Step = (typeof steps)[number];

await using shop = await openOwnShop();
const statements = await countStatements(shop);
process.env.DATABASE_URL = shop.databaseUrl;
await using gateway = await startShop(shop.file);
const url = new URL(gateway.request(productPage, 0).url).origin;
const skus = await readSkus(url, 20);
await measureCpu(Number(options.warm));
const cpu: Record<Step, number>[] = [];
const placing: { readonly p50: number; readonly p95: number; readonly good: number; readonly others: number }[] = [];
for (let round = 0; round < Number(options.rounds); round++) {
  cpu.push(await measureCpu(orders));
  placing.push(await measurePlacing());
}
report();
if (options.out !== undefined)
  await writeFile(options.out, JSON.stringify({ node: process.version, options, statements, cpu, placing }, null, 2));

/** Of the fourth order: by then statements are prepared and components kept. */
async function countStatements({ within }: OwnShop): Promise<Readonly<Record<Step, readonly SentStatement[]>>> {
  return await within(async (running, sent) => {
    const found = await readSkus(running.url, 20);
    for (let time = 0; time < 3; time++) await order(running.url, found);
    sent.splice(0);
    const buyer = await fillCart(running.url, newBuyer(found));
    const cart = sent.splice(0);
    const form = await openCheckout(running.url, buyer);
    const page = sent.splice(0);
    await placeOrder(running.url, form);
    return { cart, 'checkout page': page, placing: sent.splice(0) };
  });
}

async function order(at: string, found: readonly string[]): Promise<void> {
  await placeOrder(at, await openCheckout(at, await fillCart(at, newBuyer(found))));
}

/** Milliseconds of the gateway for each step of one order, one after another. */
async function measureCpu(count: number): Promise<Record<Step, number>> {
  const [buyers, cart] = await timed(count, () => fillCart(url, newBuyer(skus)));
  const [forms, page] = await timed(count, (index) => openCheckout(url, at(buyers, index)));
  const [, place] = await timed(count, (index) => placeOrder(url, at(forms, index)));
  return { cart, 'checkout page': page, placing: place };
}

async function timed<Result>(count: number, step: (index: number) => Promise<Result>) {
  const results: Result[] = [];
  const before = cpuSeconds(gateway.pid);
  for (let index = 0; index < count; index++) results.push(await step(index));
  return [results, ((cpuSeconds(gateway.pid) - before) / count) * 1_000] as const;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`there is no ${index}`);
  return value;
}

/** Forms are filled in before. What is measured is their placing, beside pages. */
async function measurePlacing() {
  const forms: LoadTarget[] = [];
  while (forms.length < rate * seconds) {
    const some: readonly Buyer[] = Array.from({ length: 10 }, () => newBuyer(skus));
    forms.push(...(await Promise.all(some.map(async (buyer) => openCheckout(url, await fillCart(url, buyer))))));
  }
  const { hostname: host, port } = new URL(url);
  const asked = pages.map(({ method, path, body }) => ({ method, path, headers: { accept: 'text/html' }, body }));
  const server: Shop = { host, port: Number(port), targets: asked };
  const [placed] = await Promise.all([
    load(server, { seconds, rate, connections: 64, targets: forms }),
    load(server, { seconds, rate: Number(options.pages), connections: 64 }),
  ]);
  const good = goodOf(placed);
  return {
    p50: percentile(good, 0.5),
    p95: percentile(good, 0.95),
    good: good.length,
    others: forms.length - good.length,
  };
}

function report(): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(`Node ${process.version}, ${options.rounds} rounds, medians; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  write(`${'step'.padEnd(18)}${'CPU ms'.padStart(8)}${'statements'.padStart(12)}  of`);
  for (const step of steps) {
    const ms = median(cpu.map((round) => round[step])).toFixed(1);
    writeStatements(`${step.padEnd(18)}${ms.padStart(8)}`, statements[step]);
  }
  write(`\nplacing at ${rate} a second, beside ${options.pages} pages a second, ${seconds} s`);
  const [p50, p95] = [median(placing.map((round) => round.p50)), median(placing.map((round) => round.p95))];
  const [good, others] = [placing.map((round) => round.good), placing.map((round) => round.others)];
  write(`p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; placed ${good.join(', ')}; not ${others.join(', ')}`);
  writeRepeated(steps.map((step) => [step, statements[step]]));
}
