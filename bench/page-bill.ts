/**
 * The bill of the home page and the product page, by component: microseconds of rendering it anew, statements of its query
 * when it is asked for alone, and bytes of its HTML. The last lines are the data of all together, and the kept page.
 * Run by hand: `npm run bench -- page-bill --rounds 200`.
 */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BuiltPage, PageComponent } from '#pages';
import type { RunningGateway } from '#server';
import { componentId } from '../src/pages/components/page-component.ts';
import { composePageQueries } from '../src/pages/queries/compose-page-queries.ts';
import { contextValueNames } from '../src/pages/queries/context-values.ts';
import { createQueryValidation } from '../src/pages/queries/validate-query.ts';
import { placedOf, writtenOf } from '../src/pages/renderings.ts';
import { guestScope } from './guest-scope.ts';
import { openOwnShop, type SentStatement } from './own-shop.ts';
import { pages } from './scenarios.ts';
import { writeStatements } from './statement-bill.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, out: { type: 'string' } },
});
const rounds = Number(options.rounds);
// React's development build takes several times as long.
if (process.env.NODE_ENV !== 'production') throw new Error('run it with NODE_ENV=production');

interface Row {
  readonly page: string;
  readonly component: string;
  readonly times: number;
  readonly microseconds: number;
  readonly bytes: number;
  readonly statements: readonly SentStatement[];
}

await using shop = await openOwnShop();
const rows = await shop.within(async (running, sent) => {
  const all: Row[] = [];
  for (const { path, name } of pages) all.push(...(await billOf(running, { path, name, sent })));
  return all;
});
report();
if (options.out !== undefined) await writeFile(options.out, JSON.stringify({ node: process.version, options, rows }));

interface Asked {
  readonly path: string;
  readonly name: string;
  readonly sent: SentStatement[];
}

async function billOf({ gateway, url }: RunningGateway, { path, name, sent }: Asked): Promise<readonly Row[]> {
  const found = gateway.pages.find(path);
  if (found?.page.operation === undefined) throw new Error(`${path} is no page with data`);
  const { page } = found;
  const values = { ...found.params, routeId: page.group, userId: null };
  const scope = guestScope(path, gateway.logger);
  const ask = async (operation: BuiltPage['operation']) => {
    const prepared = operation?.prepare(values);
    return prepared === undefined ? { data: {} } : await gateway.executeLenient({ ...prepared, scope });
  };
  const statementsOf = async (components: readonly PageComponent[]) => {
    const groups = Object.fromEntries(gateway.pages.groups);
    const { operation } = composePageQueries({
      schema: gateway.schema,
      group: page.group,
      path,
      components,
      contextValues: contextValueNames(groups, page.group),
      validate: createQueryValidation(gateway.schema),
      ownRoutes: gateway.pages.ownRoutes,
    });
    sent.splice(0);
    await ask(operation);
    return sent.splice(0);
  };
  const data = page.operation?.split(values, await ask(page.operation));
  const propsOf = (component: PageComponent) => {
    const own = data?.get(component);
    return own === undefined ? {} : own.kind === 'props' ? own.props : undefined;
  };
  const visit = {
    ...gateway.pages.rendering,
    shop: gateway.shopOf(scope),
    page: { routeId: page.group, path, locale: gateway.config.shop.locale, origin: url, query: {}, userId: null },
    form: undefined,
    formKey: 'bench',
  };
  const bill: Row[] = [];
  for (const { id, components } of page.byExtension) {
    const running = gateway.extensions.get(id)?.running;
    const byComponent = Map.groupBy(placedOf(page, { id, components }, propsOf), writtenOf);
    for (const [component, placed] of byComponent) {
      const request = {
        ...visit,
        components: placed.map(({ props, idPrefix }) => ({ id: componentId(component), props, idPrefix })),
      };
      const results = (await running?.render(request)) ?? [];
      bill.push({
        page: name,
        component: `${id} ${component.name}`,
        times: placed.length,
        microseconds: await microsecondsOf(async () => running?.render(request)),
        bytes: results.reduce((sum, one) => sum + (one.kind === 'rendered' ? Buffer.byteLength(one.html) : 0), 0),
        statements: await addedBy(page, component, statementsOf),
      });
    }
  }
  sent.splice(0);
  await ask(page.operation);
  const statements = sent.splice(0);
  const html = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
  const bytes = Buffer.byteLength(html);
  const whole = { page: name, times: 1, statements };
  const microseconds = await microsecondsOf(async () => ask(page.operation));
  return [...bill, { ...whole, component: 'all data, whole HTML', microseconds, bytes }];
}

/** What stands in items of lists is asked for with its lists: what the lists alone ask for is not its own. */
async function addedBy(
  page: BuiltPage,
  component: PageComponent,
  statementsOf: (components: readonly PageComponent[]) => Promise<readonly SentStatement[]>,
): Promise<readonly SentStatement[]> {
  if (component.query === undefined) return [];
  if (!page.inItems.has(component)) return await statementsOf([component]);
  const lists = (page.operation?.items ?? []).flatMap(({ item, list }) => (item === component ? list : []));
  const alone = await statementsOf([...new Set(lists)]);
  const together = await statementsOf([...new Set(lists), component]);
  const isOf = (one: SentStatement) => (other: SentStatement) =>
    other.extension === one.extension && other.text === one.text;
  return together.filter((one) => !alone.some(isOf(one)));
}

/** The median processor time of this process. PostgreSQL is another one. */
async function microsecondsOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    // The first half is compiled meanwhile.
    if (round >= rounds) times.push(user + system);
  }
  return median(times);
}

function report(): void {
  process.stdout.write(
    `Node ${process.version}, ${rounds} rounds, medians; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );
  for (const [page, own] of Map.groupBy(rows, (row) => row.page)) {
    const heads = `${'times'.padStart(6)}${'CPU us'.padStart(8)}${'bytes'.padStart(8)}${'statements'.padStart(12)}`;
    process.stdout.write(`\n${page.padEnd(30)}${heads}  of\n`);
    for (const { component, times, microseconds, bytes, statements } of own) {
      const figures = [String(times).padStart(6), microseconds.toFixed(0).padStart(8), String(bytes).padStart(8)];
      writeStatements(`${component.padEnd(30)}${figures.join('')}`, statements);
    }
  }
}
