/**
 * What errors in answers cost, in processor time of the whole server for a request: 600 failing fields in one answer, and a field of an
 * extension that has a rest, beside the same operations when all is well. Run by hand: `npm run bench -- failing --rounds 5`. The shop has
 * one extension of its own, in a folder that is removed again.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findEmbeddedFolders } from '#postgres';
import { cpuSeconds } from './cpu.ts';
import { type Shop, startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '300' } },
});

const operations = {
  'one field, well': '{ well }',
  'one field, extension at rest': '{ away }',
  'two extensions, well': '{ well other { name } }',
  'two extensions, one at rest': '{ away other { name } }',
  '600 fields, well': '{ things { well } }',
  '600 fields, each throws': '{ things { fails } }',
  '600 fields, one call throws for all': '{ things { failsTogether } }',
} as const;

const files: Readonly<Record<string, string>> = {
  'gateway.yaml': `version: 1
server: { port: 0 }
database: { url: "\${DATABASE_URL:-embedded}" }
system:
  breaker: { failures: 3, resetMs: 300000 }
  extensions:
    - { name: away, resolve: ./extensions/away, timeoutMs: 200 }
    - { name: other, resolve: ./extensions/other }
`,
  'extensions/away/graphql/Away.graphql': 'extend type Query { away: String }\n',
  'extensions/away/graphql/Away.resolvers.ts':
    'export default { Query: { away: () => new Promise(() => undefined) } };\n',
  'extensions/other/graphql/Other.graphql': `extend type Query { well: String, other: [Other!], things: [Thing!] }
type Other { name: String }
type Thing { well: String, fails: String, failsTogether: String }
`,
  'extensions/other/graphql/Other.resolvers.ts': `const things = Array.from({ length: 600 }, (_, id) => ({ id }));
export default {
  Query: { well: () => 'well', other: () => [{ name: 'a' }, { name: 'b' }], things: () => things },
  Thing: {
    well: () => 'well',
    fails: ({ id }) => { throw new Error(\`no \${id}\`); },
    failsTogether: { batch: async () => { throw new Error('none of them'); } },
  },
};
`,
};

const folder = await mkdtemp(join(tmpdir(), 'stoa-failing-'));
try {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await using shop = await startShop(join(folder, 'gateway.yaml'));
  await measure(shop);
} finally {
  const { home } = await findEmbeddedFolders(join(folder, '.stoa'));
  await Promise.all([folder, home].map((each) => rm(each, { recursive: true, force: true })));
}

async function measure(shop: Shop): Promise<void> {
  const front = { name: '', method: 'GET', path: '/graphql', body: '', private: false, expectedStatus: 200 } as const;
  const { url } = shop.request(front, 0);
  // So that the breaker opens.
  await Promise.all(Array.from({ length: 5 }, () => send(url, operations['one field, extension at rest'])));
  const taken = new Map<string, { cpu: number; worst: number }[]>();
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [name, query] of Object.entries(operations)) {
      const requests = name.startsWith('600') ? Number(options.requests) / 10 : Number(options.requests);
      const before = cpuSeconds(shop.pid);
      let worst = 0;
      for (let request = 0; request < requests; request++) worst = Math.max(worst, await send(url, query));
      const cpu = ((cpuSeconds(shop.pid) - before) * 1000) / requests;
      // The first round is for the compilers.
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), { cpu, worst }]);
    }
  }
  const rows = [...taken].map(([operation, rounds]) => ({
    operation,
    'cpu ms, median': median(rounds.map(({ cpu }) => cpu)),
    'worst ms': median(rounds.map(({ worst }) => worst)),
  }));
  console.table(rows);
}

async function send(url: string, query: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  await response.text();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
}
