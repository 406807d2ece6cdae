import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { untilFound, waitUntil } from '../support/wait-until.ts';
import { pidsOf, startWorkerShop, type WorkerShop } from '../support/worker-shop.ts';

/** Answers with its version and its process; loads, or does not, as the rest says. */
const version = (number: number, rest = ''): string =>
  `${rest}\nexport default (_request, response) => response.json({ version: ${number}, pid: process.pid });\n`;

/** Does not load in the second worker. */
const notInWorker2 = "if (process.env.STOA_WORKER_NUMBER === '2') throw new Error('not in this one');";

/** The versions that both workers answer. */
async function versionsOf(shop: WorkerShop): Promise<readonly number[]> {
  const byPid = new Map<number, number>();
  while (byPid.size < 2) {
    const { pid, version: number } = JSON.parse((await shop.post()).body);
    byPid.set(pid, number);
  }
  return [...byPid.values()];
}

/** Resolves when the copies of this generation are there, which are made after it began to serve. */
function untilKept({ file }: WorkerShop, generation: number): Promise<void> {
  const note = join(file, `../.stoa/generations/${generation}/generation.json`);
  return waitUntil(() => existsSync(note));
}

/** Asks for a reload, and resolves with the event that says how it ended. */
async function reload(shop: WorkerShop, outcome: 'gateway replaced' | 'reload refused') {
  const count = shop.events(outcome).length + 1;
  shop.stoa.child.kill('SIGHUP');
  return (await shop.until(outcome, count)).at(-1);
}

describe('a reload with --workers 2', () => {
  it('reaches all workers, and so does going back', async () => {
    await using shop = await startWorkerShop({ handler: version(1) });
    await untilKept(shop, 1);
    await shop.write(version(2));
    await shop.until('gateway replaced');
    expect(await versionsOf(shop)).to.deep.equal([2, 2]);
    const listed = await runStoa(['rollback', '--list'], { file: shop.file });
    expect(listed.stdout).to.match(/^2 +current/m);
    const back = await runStoa(['rollback'], { file: shop.file });
    expect([back.code, back.stderr]).to.deep.equal([0, '']);
    expect(await versionsOf(shop)).to.deep.equal([1, 1]);
    const metrics = await shop.metrics(/^stoa_generation\{worker="1"\} 3$/m, /^stoa_generation\{worker="2"\} 3$/m);
    expect(metrics.match(/^stoa_reloads_total.*$/gm)).to.deep.equal([
      'stoa_reloads_total{outcome="replaced",worker="primary"} 2',
      'stoa_reloads_total{outcome="refused",worker="primary"} 0',
    ]);
  });
});

describe('a reload with --workers 2, on a signal', () => {
  // These tests share a shop: each begins with the version that the one before has left, and its copies.
  let shop: WorkerShop;
  before(async () => {
    shop = await startWorkerShop({ handler: version(1), system: 'reload: { watch: false }' });
    await untilKept(shop, 1);
  });
  after(() => shop[Symbol.asyncDispose]());

  /** Resolves when a worker more has been replaced than before. */
  async function replacedAfter(count: number): Promise<void> {
    await shop.until('worker replaced', count + 1);
  }

  it('reaches none when a worker ends meanwhile, and the replacement serves what the others do', async () => {
    const kills = `import { execSync } from 'node:child_process';
      if (process.env.STOA_WORKER_NUMBER === '2') execSync('kill -9 ' + process.pid);`;
    const replaced = shop.events('worker replaced').length;
    await shop.write(version(2, kills));
    const refused = await reload(shop, 'reload refused');
    expect(refused?.findings?.map(({ what }) => what).join(' '))
      .to.contain('worker 2')
      .and.contain('SIGKILL');
    // The files hold what would end it again.
    await replacedAfter(replaced);
    expect(await versionsOf(shop)).to.deep.equal([1, 1]);
  });

  it('replaces a worker by one that serves what the other does, though the files have changed since', async () => {
    const replaced = shop.events('worker replaced').length;
    await shop.write(version(3));
    const [first = 0] = await pidsOf(shop);
    process.kill(first, 'SIGKILL');
    await replacedAfter(replaced);
    expect(await versionsOf(shop)).to.deep.equal([1, 1]);
    await reload(shop, 'gateway replaced');
    expect(await versionsOf(shop)).to.deep.equal([3, 3]);
  });

  it('reaches none when one worker cannot build, and says which one and why', async () => {
    await shop.write(version(4, notInWorker2));
    const refused = await reload(shop, 'reload refused');
    expect(refused?.findings?.map(({ code }) => code)).to.deep.equal(['EXTENSION_THROWS', 'WORKER_FAILED']);
    expect(refused?.findings?.map(({ what }) => what).join(' '))
      .to.contain('not in this one')
      .and.contain('worker 2');
    expect(await versionsOf(shop)).to.deep.equal([3, 3]);
    // The next one is built beside the same generation.
    await shop.write(version(5));
    await reload(shop, 'gateway replaced');
    expect(await versionsOf(shop)).to.deep.equal([5, 5]);
  });

  it('reaches none when a migration that it may not run is outstanding', async () => {
    const folder = join(shop.file, '../extensions/things/migrations');
    await writeFile(join(folder, '002-more.sql'), '-- stoa: expand\nalter table thing add column more text;\n');
    await shop.write(version(6));
    const refused = await reload(shop, 'reload refused');
    expect(refused?.findings?.map(({ code }) => code)).to.deep.equal(['MIGRATION_NOT_RUN']);
    expect(await versionsOf(shop)).to.deep.equal([5, 5]);
  });
});

describe('the limits of gateway.yaml with --workers 2', () => {
  let shop: WorkerShop;
  before(async () => {
    shop = await startWorkerShop({ server: 'rateLimit: { points: 5, seconds: 600 }, limits: { inFlight: 7 }' });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('are divided between the workers', async () => {
    const metrics = await shop.metrics(/^stoa_worker_up\{worker="1"\} 1$/m, /^stoa_worker_up\{worker="2"\} 1$/m);
    expect(metrics.match(/^stoa_database_connections_limit.*$/gm)).to.deep.equal([
      'stoa_database_connections_limit{worker="1"} 12',
      'stoa_database_connections_limit{worker="2"} 8',
    ]);
    const query = '{ overview { load { limit } pool { limit } health { name reason } } map { id } }';
    // The console goes without a worker that is busy.
    const data = await untilFound(async () => {
      const answer = await fetch(`${shop.adminUrl}/console/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const body: { readonly data: { readonly overview: { readonly load: { readonly limit: number } } } } =
        await answer.json();
      return body.data.overview.load.limit === 6 ? body.data : undefined;
    });
    expect(data).to.deep.equal({
      overview: {
        load: { limit: 6 },
        pool: { limit: 20 },
        health: [
          { name: 'running', reason: null },
          { name: 'database', reason: null },
          { name: 'workers', reason: null },
        ],
      },
      map: [{ id: 'things' }],
    });
  });

  it('are one count of requests for all workers', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await shop.post()).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429, 429]);
    // A reload keeps the count, and a worker that is replaced finds it.
    await shop.write('export default (_request, response) => response.json({});\n');
    await shop.until('gateway replaced');
    expect((await shop.post()).status).to.equal(429);
  });
});
