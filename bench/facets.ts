/**
 * What a category and a search with facets cost in the database, in a shop with 10,000 products: the page and its facets,
 * one after another over pg. The processor time is that of PostgreSQL: other programs do not change it much. Run by hand,
 * on Linux: `npm run bench -- facets --rounds 200`.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openExtension } from 'stoa/testing';
import { chosenFacets } from '../extensions/catalog/src/facets/chosen-facets.ts';
import { listFacets } from '../extensions/catalog/src/facets/facet-list.ts';
import { foundBy, listRanked, type RankedList, sortedBy } from '../extensions/catalog/src/search/ranked-list.ts';
import { percentile } from './load.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '200' },
  },
});

// All in one category. Seven values of four facets each: a form, a maker, two diets, three benefits.
const fill = [
  `insert into category (slug, name) values ('everything', 'Everything')`,
  `insert into product (name, price_cents, sku, description, category_id)
   select 'Thing ' || md5(n::text) || case when n % 2 = 0 then ' vitamin' else ' tea' end, 500 + n * 7919 % 5000, 'S' || n,
     'Some of it ' || md5((n % 500)::text), (select category_id from category where slug = 'everything')
   from generate_series(1, $1::int) n`,
  `insert into facet (facet, number, names)
   select facet, number, '{}' from unnest('{form,maker,diet,benefit}'::text[]) with ordinality f(facet, number)`,
  `insert into facet_value (facet, code, names, value_id)
   select facet, facet || n, '{}', number * 65536 + n + 1
   from facet join (values ('form', 8), ('maker', 100), ('diet', 6), ('benefit', 40)) f(facet, many) using (facet), generate_series(0, many - 1) n`,
  `update product p set value_ids = array(
     select distinct v.value_id from generate_series(1, 7) i,
       lateral (select (hashint8(p.product_id * 8 + i) & 65535) as random) r, lateral (select case
         when i = 1 then 'form' || random % 8 when i = 2 then 'maker' || random % 100
         when i < 5 then 'diet' || random % 6 else 'benefit' || random % 40 end as code) c
     join facet_value v using (code) order by 1) where sku ~ '^S[0-9]'`,
];

const word = "'vitamin'";
const search = { exact: word, loose: word, any: word, corrected: undefined, locale: undefined, relaxed: undefined };

const choices: Readonly<Record<string, readonly string[]>> = {
  'nothing chosen': [],
  'one form': ['form:form1'],
  'two facets': ['form:form1', 'form:form2', 'diet:diet3'],
  'four facets': ['form:form1', 'diet:diet3', 'benefit:benefit7', 'maker:maker20', 'maker:maker21'],
};

await using catalog = await openExtension('catalog');
const { database } = catalog;
for (const text of fill) await database.query(text, text.includes('$1') ? [Number(options.products)] : []);
await database.query('analyze product, product_listing, facet, facet_value');
for (const [choice, filter] of Object.entries(choices)) {
  const chosen = await chosenFacets(database, filter);
  for (const sort of ['CHOSEN', 'NAME', 'PRICE', 'PRICE_DOWN', 'NEWEST'])
    await measure(`category ${sort}, ${choice}`, sortedBy({ category: 'everything', sort }, undefined, chosen));
  await measure(`search, ${choice}`, foundBy(search, chosen));
}

async function measure(name: string, list: RankedList): Promise<void> {
  const page = { after: undefined, skip: 0, limit: 25, locale: undefined };
  const answers: number[] = [];
  const before = await processorTime();
  for (let round = 0; round < Number(options.rounds); round++) {
    const started = performance.now();
    const found = await listRanked(database, list, page);
    await listFacets({ database, locale: 'en', shop: { locales: ['en'] } }, found.list);
    answers.push(performance.now() - started);
  }
  const spent = ((await processorTime()) - before) / answers.length;
  const at = (part: number) => `${percentile(answers, part).toFixed(1).padStart(6)} ms`;
  const times = `CPU ${spent.toFixed(1).padStart(5)} ms   fastest ${at(0)}   median ${at(0.5)}   99 % ${at(0.99)}`;
  process.stdout.write(`${name.padEnd(36)} ${times}\n`);
}

/** Of all connections of the extension, in milliseconds. */
async function processorTime(): Promise<number> {
  const backends = await database.query<{ pid: number }>(
    'select pid from pg_stat_activity where usename = current_user and datname = current_database()',
  );
  const used = await Promise.all(backends.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8')));
  return used.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}
