/**
 * `npm run bench -- queue-pages --rounds 5 --seconds 10`: the 99th percentile of pages while events wait, which the same process
 * handles, beside the one while none does. Both are measured in each round, in turn. The shop is this repository's; the events
 * are `review.created`, of which `catalog` keeps ratings.
 */
import { parseArgs } from 'node:util';
import { connect, parseDatabaseUrl } from '../src/postgres/connection/connect.ts';
import { capacityOf, goodOf, load, percentile, type Shop } from './load.ts';
import { openOwnShop } from './own-shop.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    events: { type: 'string', default: '10000' },
  },
});
const seconds = Number(options.seconds);

const publishText = `
  select stoa.publish('review.created', jsonb_build_object('reviewId', n::text, 'productId', (1001 + n % 70)::text, 'rating', 4),
    null, 'reviews') from generate_series(1, $1::integer) n`;
const waitingText = 'select count(*)::integer as waiting from stoa_queue.jobs';
const removeText = 'select stoa_queue.complete_jobs(array(select id from stoa_queue.jobs))';

await using own = await openOwnShop();
const admin = await connect(parseDatabaseUrl(own.databaseUrl));
try {
  await own.within(async ({ url }) => {
    const { hostname: host, port } = new URL(url);
    // Each guest has a rate limit of its own.
    const guests = Array.from({ length: 100 }, (_, guest) => ({ 'x-forwarded-for': `10.0.${guest}.1` }));
    const targets = guests.flatMap((headers) =>
      ['/', '/products/1001', '/products/1002'].map((path) => ({ method: 'GET', path, headers, body: '' })),
    );
    const shop: Shop = { host, port: Number(port), targets };
    await capacityOf(shop, 8);
    // Where pages wait for each other, the queue is lost in what they add.
    const rate = (await capacityOf(shop, 6)) / 5;
    const p99 = async () => percentile(goodOf(await load(shop, { seconds, rate, connections: 100 })), 0.99);
    const rounds: { readonly none: number; readonly waiting: number; readonly ratio: number; readonly left: number }[] =
      [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const none = await p99();
      await admin.query(publishText, [Number(options.events)]);
      const waiting = await p99();
      const [{ waiting: left } = { waiting: 0 }] = (await admin.query(waitingText)).rows;
      await admin.query(removeText);
      rounds.push({ none, waiting, ratio: waiting / none, left });
      console.log({ rate: Math.round(rate), ...rounds.at(-1) });
    }
    console.table({ 'ratio of p99, median': median(rounds.map(({ ratio }) => ratio)) });
  });
} finally {
  await admin.end();
}
process.exit();
