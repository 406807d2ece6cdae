/** Nanoseconds to find a route among 10, 100 and 1,000, in this process. Run by hand: `npm run bench -- routes`. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discoverExtensions } from '#extensions';
import { buildRouteTable, type RouteTable } from '#rest';
import { benchConfig } from './scale/bench-config.ts';
import { best } from './statistics.ts';

const sizes = [10, 100, 1000] as const;
const folder = await mkdtemp(join(tmpdir(), 'stoa-routes-'));
try {
  const tables = new Map<number, RouteTable>();
  for (const size of sizes) tables.set(size, await tableOf(size));
  const rounds = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < 20; round++)
    for (const [size, table] of tables) rounds.get(size)?.push(nanosecondsOf(size, table));
  const least = best(rounds.get(10) ?? []);
  for (const [size, times] of rounds)
    process.stdout.write(
      `${String(size).padStart(5)} routes: ${best(times).toFixed(0)} ns, x ${(best(times) / least).toFixed(2)}\n`,
    );
} finally {
  await rm(folder, { recursive: true });
}

async function tableOf(size: number): Promise<RouteTable> {
  const project = join(folder, String(size));
  for (let index = 0; index < size; index++) {
    const endpoint = join(project, 'routes/api', `route${index}`);
    await mkdir(endpoint, { recursive: true });
    const route = { methods: ['GET'], path: `/area-${index % 7}/items-${index}/:itemId/parts`, access: 'public' };
    await writeFile(join(endpoint, 'route.json'), JSON.stringify(route));
    await writeFile(join(endpoint, 'answer.ts'), 'export default () => undefined;\n');
  }
  const listed = 'system: { extensions: [{ name: routes, resolve: ./routes, enabled: true }] }';
  await writeFile(join(project, 'gateway.yaml'), `version: 1\n${listed}\n`);
  const config = await benchConfig(join(project, 'gateway.yaml'));
  const { manifests, findings } = await discoverExtensions(config);
  if (findings.length > 0) throw new Error(JSON.stringify(findings[0]));
  return buildRouteTable(manifests, config.pages, { file: config.file }).table;
}

/** Of ten routes spread over the table, so that every size is asked for as many different ones. */
function nanosecondsOf(size: number, table: RouteTable): number {
  const paths = Array.from({ length: 10 }, (_, index) => {
    const route = Math.floor((index * size) / 10);
    return `/area-${route % 7}/items-${route}/1001/parts`;
  });
  const count = 20_000;
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index++) for (const path of paths) table.find('GET', path);
  const { user, system } = process.cpuUsage(cpu);
  return ((user + system) * 1000) / (count * paths.length);
}
