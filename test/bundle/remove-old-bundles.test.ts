import { readdir, stat, utimes } from 'node:fs/promises';
import { expect } from 'chai';
import type { TemporaryFolder } from '../extensions/extension-folder.ts';
import { build, extensionWith } from './extension-build.ts';

const minutes = 60_000;

/** Bundles of older builds: `thing-000…1.mjs` was used last, `thing-000…6.mjs` longest ago. */
async function withOldBundles(ageMs: number): Promise<TemporaryFolder> {
  const shop = await extensionWith('export default 1;');
  for (const number of [1, 2, 3, 4, 5, 6]) await writeAged(shop, oldBundle(number), ageMs + number * minutes);
  return shop;
}

function oldBundle(number: number): string {
  return `thing-${String(number).padStart(20, '0')}.mjs`;
}

async function writeAged(shop: TemporaryFolder, name: string, ageMs: number): Promise<void> {
  await shop.write({ [`build/${name}`]: 'export {};' });
  const then = new Date(Date.now() - ageMs);
  await utimes(shop.path(`build/${name}`), then, then);
}

/** The bundles among them: a build that is slow enough also leaves a record of what it has read. */
async function bundles(shop: TemporaryFolder): Promise<readonly string[]> {
  return (await built(shop)).filter((name) => name.endsWith('.mjs'));
}

async function built(shop: TemporaryFolder): Promise<readonly string[]> {
  return (await readdir(shop.path('build'))).toSorted();
}

describe('old bundles', () => {
  it('go with the next build, but for the last few', async () => {
    await using shop = await withOldBundles(120 * minutes);
    const { hash } = await build(shop);
    expect(await bundles(shop)).to.have.members([`thing-${hash}.mjs`, oldBundle(1), oldBundle(2), oldBundle(3)]);
  });

  it('stay while another process may be about to import them', async () => {
    await using shop = await withOldBundles(30 * minutes);
    await build(shop);
    expect(await bundles(shop)).to.have.length(7);
  });

  it('of another extension, and files of others, are counted by themselves', async () => {
    await using shop = await withOldBundles(120 * minutes);
    const others = ['thing-two-00000000000000000001.mjs', 'thing.json', 'notes.mjs', 'thing-1.mjs'];
    for (const name of others) await writeAged(shop, name, 1_000 * minutes);
    await build(shop);
    expect(await built(shop)).to.include.members(others);
  });

  it('are young again once they are used', async () => {
    await using shop = await extensionWith('export default 1;');
    const { file } = await build(shop);
    const then = new Date(Date.now() - 120 * minutes);
    await utimes(file, then, then);
    await build(shop);
    expect((await stat(file)).mtimeMs).to.be.greaterThan(Date.now() - 10 * minutes);
  });
});
