import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

/** Runs a benchmark, which has a database of its own. Returns what it writes with `--out`. */
async function run(name: string, ...words: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
  const out = join(folder, 'out.json');
  try {
    await promisify(execFile)(process.execPath, [join(root, 'bench/run.ts'), name, '--out', out, ...words], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return JSON.parse(await readFile(out, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the benchmarks of orders and of pages by component', function () {
  this.timeout(240_000);

  it('count statements of each step of an order, and place orders beside pages', async () => {
    const options = ['--orders', '1', '--rate', '1', '--pages', '1', '--seconds', '1', '--rounds', '1', '--warm', '1'];
    const { statements, placing } = await run('orders', ...options);
    expect(Object.keys(statements)).to.deep.equal(['cart', 'checkout page', 'placing']);
    for (const sent of Object.values(statements)) expect(sent).to.not.deep.equal([]);
    expect(placing).to.have.length(1);
  });

  it('have a row for each component of the product page and the home page', async () => {
    const { rows } = await run('page-bill', '--rounds', '1');
    const names = rows.map(({ page, component }: Record<string, string>) => `${page}: ${component}`);
    expect(names).to.include.members([
      'product page: cart BuyForm',
      'product page: reviews CardRating',
      'home page: catalog ProductList',
      'home page: all data, whole HTML',
    ]);
  });
});
