import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { auditBooks } from '../../scripts/books/audit-books.ts';
import { type Crowd, type Visit, visit } from '../support/buyers.ts';
import { type KilledShop, openKilledShop, type Victim } from '../support/killed-shop.ts';
import { waitForRest } from '../support/resting-shop.ts';

/** `STOA_TEST_KILL_ROUNDS=50` asks for more rounds, also for those with processes. A round takes about a minute. */
const wantedRounds = process.env.STOA_TEST_KILL_ROUNDS;
/** Those who ask for rounds want to know what has happened in them. */
const show = wantedRounds === undefined ? () => undefined : console.log;
const buyers = 50;
const pieces = 10;
const roundMs = 240_000;
/** Milliseconds between two kills. */
const killMs = 1_500;
const victims: readonly Victim[] = ['gateway', 'database', 'extension', 'worker'];
const skus = ['VIT-C1000-90', 'VIT-D3K2-20', 'TEA-MATC-40', 'FOO-CHIA-500', 'ACC-SHAK-700', 'ACC-TPOT-1'];

for (const [where, inProcesses, usualRounds] of [
  ['in the gateway', [], 1],
  ['in processes', ['stock', 'orders', 'payments'], 0],
] as const)
  describe(`the books of a shop while its parts are killed (stock, orders, payments: ${where})`, function () {
    this.timeout(roundMs + 60_000);
    let shop: KilledShop;
    const counted: Record<string, number> = {};
    before(async () => {
      shop = await openKilledShop({ inProcesses });
    });
    after(async () => {
      show(`      ${JSON.stringify([...shop.kills])} ${JSON.stringify([...shop.relay.fates])}`);
      await shop[Symbol.asyncDispose]();
    });

    for (let round = 0; round < Number(wantedRounds ?? usualRounds); round++)
      it(`agree (${round + 1})`, async () => {
        const sku = skus[round % skus.length] ?? '';
        counted[sku] = await putInStock(shop, sku, counted[sku]);
        const { visits, crowd } = await buyAndKill(shop, sku, round);
        const left = await waitForRest(shop, 60_000);
        expect(left, shop.said()).to.deep.equal([]);
        await shop.relay.deliverLate();
        expect(await waitForRest(shop, 60_000), shop.said()).to.deep.equal([]);
        const findings = await auditBooks(shop.ask, counted);
        expect(findings, shop.said()).to.deep.equal([]);
        const ids = visits.flatMap((one) => (one.kind === 'ordered' ? [one.orderId] : []));
        const states = await shop.sql(
          'select state, count(*)::int from ext_orders.orders where order_id = any($1::uuid[]) group by 1',
          [ids],
        );
        show(`      ${JSON.stringify(states)} ${JSON.stringify([...crowd.answers])}`);
        expect(states.reduce((sum, { count }) => sum + Number(count), 0)).to.equal(new Set(ids).size);
      });
  });

/** Puts ten pieces there, and says how many there have ever been. */
async function putInStock(shop: KilledShop, sku: string, before = 0): Promise<number> {
  const [level] = await shop.sql('select on_hand, reserved from ext_stock.level where sku = $1', [sku]);
  await shop.sql('update ext_stock.level set on_hand = reserved + $2 where sku = $1', [sku, pieces]);
  const left = before === 0 ? 0 : Number(level?.on_hand);
  return before + pieces + Number(level?.reserved) - left;
}

async function buyAndKill(shop: KilledShop, sku: string, round: number) {
  const failed = new AbortController();
  const crowd: Crowd = {
    shop,
    sku,
    answers: new Map(),
    giveUp: AbortSignal.any([failed.signal, AbortSignal.timeout(roundMs)]),
    async closeWindow(id) {
      await shop.sql(
        "update ext_orders.orders set pay_until = now() - interval '1 second' where order_id = $1 and state = 'PENDING'",
        [id],
      );
    },
  };
  let isOver = false;
  const buying = Promise.all(Array.from({ length: buyers }, (_, index) => visit(crowd, index))).finally(() => {
    isOver = true;
  });
  const killing = killUntil(shop, () => isOver, round);
  const [visits] = await Promise.all([buying, killing]).catch((error: unknown) => {
    failed.abort();
    return expect.fail(`${String(error)} ${JSON.stringify([...crowd.answers])} ${shop.said()}`);
  });
  return { visits: visits satisfies readonly Visit[], crowd };
}

async function killUntil(shop: KilledShop, isOver: () => boolean, round: number): Promise<void> {
  for (let kill = 0; kill < victims.length || !isOver(); kill++) {
    await wait(killMs);
    // Each round begins with another one. When all were killed, the buyers are left to themselves.
    if (kill < victims.length) await shop.kill(victims[(kill + round) % victims.length] ?? 'gateway');
  }
}
