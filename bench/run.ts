/**
 * Runs one benchmark: `npm run bench -- NAME` with the options of its file. Without a name it measures the shop, and
 * lists the names. bench/README.md says what each measures.
 */

/** The module of each benchmark. */
const benchmarks: Readonly<Record<string, string>> = {
  shop: './shop.ts',
  alerts: './alerts.ts',
  blocked: './blocked.ts',
  budget: './budget.ts',
  chaos: './chaos.ts',
  compression: './compression.ts',
  desk: './desk.ts',
  engines: './engines.ts',
  failing: './failing-fields.ts',
  hostile: './hostile-graphql.ts',
  'in-process': './engines/in-process.ts',
  facets: './facets.ts',
  killed: './killed.ts',
  orders: './orders.ts',
  outage: './outage.ts',
  'page-bill': './page-bill.ts',
  queue: './queue.ts',
  'queue-pages': './queue-pages.ts',
  overload: './overload.ts',
  process: './process-cost.ts',
  reload: './reload.ts',
  remote: './remote.ts',
  rolling: './rolling-upgrade.ts',
  routes: './routes.ts',
  scale: './scale/run.ts',
  search: './search.ts',
  slow: './slow-clients.ts',
  'slow-extension': './slow-extension.ts',
  soak: './soak/run.ts',
  start: './start/run.ts',
  stop: './stop.ts',
  tutorial: './tutorial.ts',
  workers: './workers.ts',
};

const names = `npm run bench -- NAME, one of: ${Object.keys(benchmarks).join(', ')}`;
const [, , first] = process.argv;
const isNamed = first !== undefined && !first.startsWith('-');
const module = benchmarks[isNamed ? first : 'shop'];
if (module === undefined) {
  console.error(`There is no benchmark "${first}". ${names}`);
  process.exitCode = 2;
} else {
  if (isNamed) process.argv.splice(2, 1);
  else console.error(names);
  await import(module);
}
