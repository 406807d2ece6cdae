import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { KeptGenerations } from '../../src/server/generations/kept-generations.ts';
import { type NumberedShop, startNumbered } from '../support/numbered-shop.ts';

describe('kept generations', () => {
  context('when a file was saved in the very millisecond in which the build began', () => {
    it('keeps the generation, and not one whose file was saved after it', async () => {
      await using shop = await startNumbered();
      await shop.generations.settled();
      const file = join(dirname(shop.file), 'extensions/other/src/number.ts');
      const seconds = Math.ceil(Date.now() / 1000) + 0.0005;
      await utimes(file, seconds, seconds);
      const { mtimeMs } = await stat(file);
      const kept = await KeptGenerations.open(shop.gateway.config.stateFolder);
      expect(await kept.keep(shop.gateway, Math.floor(mtimeMs) - 1)).to.equal(false);
      expect(await kept.keep(shop.gateway, Math.floor(mtimeMs))).to.equal(true);
    });
  });

  context('when a process with the same id was killed while it kept one', () => {
    it('keeps it anew', async () => {
      await using shop = await startNumbered();
      await shop.generations.settled();
      const { stateFolder } = shop.gateway.config;
      await mkdir(join(stateFolder, `generations/7.${process.pid}.tmp`));
      const kept = await KeptGenerations.open(stateFolder);
      expect(await kept.keep({ ...shop.gateway, generation: 7 }, Date.now())).to.equal(true);
    });
  });

  context('of the last 24 hours', () => {
    let shop: NumberedShop;
    before(async () => {
      shop = await startNumbered();
      await shop.generations.settled();
    });
    after(() => shop[Symbol.asyncDispose]());

    async function keepTen(bounds?: Parameters<typeof KeptGenerations.open>[1]): Promise<KeptGenerations> {
      const { stateFolder } = shop.gateway.config;
      await rm(join(stateFolder, 'generations'), { recursive: true });
      const kept = await KeptGenerations.open(stateFolder, bounds);
      for (let generation = 1; generation <= 10; generation++)
        await kept.keep({ ...shop.gateway, generation }, Date.now());
      return kept;
    }

    it('are all there, and one that had ended to serve by then is not', async () => {
      expect((await keepTen()).numbers).to.have.length(10);
      const { stateFolder } = shop.gateway.config;
      for (const number of [1, 2, 3, 4]) {
        const file = join(stateFolder, 'generations', String(number), 'generation.json');
        const note = JSON.parse(await readFile(file, 'utf8'));
        const at = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
        await writeFile(file, JSON.stringify({ ...note, at }));
      }
      const kept = await KeptGenerations.open(stateFolder);
      await kept.keep({ ...shop.gateway, generation: 11 }, Date.now());
      // The fourth served until the fifth was built.
      expect(kept.numbers).to.deep.equal([4, 5, 6, 7, 8, 9, 10, 11]);
      expect(await readdir(join(stateFolder, 'generations'))).to.not.include('3');
      expect(await kept.read(4)).to.have.property('text');
    });

    it('are no more than a number', async () => {
      const kept = await keepTen({ generations: 7, bytes: 1e9 });
      expect(kept.numbers).to.deep.equal([4, 5, 6, 7, 8, 9, 10]);
    });

    it('are no larger than a size, but for the last five', async () => {
      const kept = await keepTen({ generations: 100, bytes: 1 });
      expect(kept.numbers).to.deep.equal([6, 7, 8, 9, 10]);
    });
  });
});
