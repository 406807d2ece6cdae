/**
 * How long a search takes in a shop with 10,000 products: the fastest, the middle and the slowest twentieth of the answers
 * over HTTP, one after another. Run by hand: `npm run bench -- search --products 10000 --rounds 50`.
 */

import { parseArgs } from 'node:util';
import { connect, parseDatabaseUrl } from '../src/postgres/connection/connect.ts';
import { openOwnShop } from './own-shop.ts';

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '50' } },
});

const searches = ['teas', 'vitmin', 'VITAMÍN', 'omega 3', 'for sleep', 'organic tea powder', 'qqqqqq', 'a', ''];

// Six words of 2,000 in a name, thirty in a description: what shops have, more or less.
const fill = `
  insert into ext_catalog.product (name, price_cents, sku, description)
  select (select initcap(string_agg(word_of(n * 7 + i), ' ')) from generate_series(1, 4) i) ||
      case when n % 10 = 0 then ' vitamin tea' when n % 7 = 0 then ' organic powder' else '' end,
    1000, 'S' || n, (select string_agg(word_of(n * 31 + i * 17), ' ') from generate_series(1, 30) i) || ' for sleep'
  from generate_series(1, $1::int) n`;

await using own = await openOwnShop();
await own.within(async (shop) => {
  const admin = await connect(parseDatabaseUrl(own.databaseUrl));
  await admin.query('set search_path = ext_catalog');
  await admin.query(`create function pg_temp.word_of(int) returns text language sql as
    $$ select translate(substr(md5(($1 % 2000)::text), 1, 7), '0123456789', 'ghijklmnop') $$`);
  await admin.query(fill.replaceAll('word_of', 'pg_temp.word_of'), [Number(options.products)]);
  await admin.query('analyze');
  await admin.end();
  for (const search of searches) process.stdout.write(`${await measure(shop.url, search)}\n`);
});

async function measure(url: string, search: string): Promise<string> {
  const query = `query ($search: String) {
    products(first: 24, search: $search) { totalCount correctedSearch nodes { productId name price } pageInfo { hasNextPage } }
  }`;
  const body = JSON.stringify({ query, variables: { search } });
  const taken: number[] = [];
  let total = 0;
  for (let round = 0; round < Number(options.rounds); round++) {
    const started = performance.now();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const answer: { data: { products: { totalCount: number } } } = await response.json();
    taken.push(performance.now() - started);
    total = answer.data.products.totalCount;
  }
  const sorted = taken.slice(5).toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  return `${JSON.stringify(search).padEnd(22)} ${String(total).padStart(6)} found   fastest ${at(0)} ms   median ${at(0.5)} ms   95 % ${at(0.95)} ms`;
}
