import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../../../../test/support/run-stoa.ts';

const extensions = resolve(import.meta.dirname, '../../../../extensions');
const contract = (extension: string): string => join(extensions, extension, 'extension.contract.json');

describe('commands for contracts', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-contracts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function changedContract(extension: string, from: string, to: string): Promise<string> {
    const text = await readFile(contract(extension), 'utf8');
    const file = join(folder, `${extension}.contract.json`);
    await writeFile(file, text.replaceAll(from, to));
    return file;
  }

  it('check compares files alone, where there is no shop', async () => {
    const names = ['reviews', 'catalog', 'customers', 'cart', 'checkout', 'orders', 'payments', 'stock'];
    const good = await runStoa(['check', ...names.map(contract)], { file: join(folder, 'gateway.yaml') });
    expect([good.code, good.stdout]).to.deep.equal([
      0,
      'Nothing to fix.\nMigrations that ran were not looked at: only contracts were compared.\n',
    ]);
    const other = await changedContract('catalog', 'productSummary', 'productTop');
    const bad = await runStoa(['check', contract('reviews'), contract('customers'), contract('cart'), other], {
      file: join(folder, 'gateway.yaml'),
    });
    expect(bad.code).to.equal(1);
    expect(bad.stdout).to.include('CONTRACT_UNMET').and.to.include('offers no area "productSummary" on productPage');
  });

  it('diff judges two versions of a contract', async () => {
    const newer = await changedContract('reviews', 'rating: Int!', 'rating: Int');
    const { code, stdout } = await runStoa(['diff', contract('reviews'), newer], {
      file: join(folder, 'gateway.yaml'),
    });
    expect(code).to.equal(3);
    expect(stdout).to.include("Field 'Review.rating' changed type from 'Int!' to 'Int'");
    expect(stdout).to.include('breaks component reviews.Reviews');
    expect((await runStoa(['diff', newer, newer], { file: join(folder, 'gateway.yaml') })).code).to.equal(0);
  });

  it('diff judges events, and tells of no migration with the first one', async () => {
    const [flat, newer] = [join(folder, 'flat.json'), join(folder, 'events.json')];
    const { gives, ...others } = JSON.parse(await readFile(contract('reviews'), 'utf8'));
    const { events: _, ...rest } = gives;
    await writeFile(flat, JSON.stringify({ ...others, gives: rest }));
    await writeFile(newer, JSON.stringify({ ...others, gives }));
    const added = await runStoa(['diff', flat, newer], { file: join(folder, 'gateway.yaml') });
    expect(added.stdout).to.include('"review.created" is published').and.not.include('migration');
    const removed = await runStoa(['diff', newer, flat], { file: join(folder, 'gateway.yaml') });
    expect([removed.code, removed.stdout.includes('"review.created" is not published any more')]).to.deep.equal([
      3,
      true,
    ]);
  });

  it('diff names a file that is no contract', async () => {
    const file = join(folder, 'broken.json');
    await writeFile(file, '{}');
    const { code, stderr } = await runStoa(['diff', file, contract('reviews')], { file: join(folder, 'gateway.yaml') });
    expect([code, stderr.includes('CONTRACT_INVALID')]).to.deep.equal([1, true]);
  });
});
