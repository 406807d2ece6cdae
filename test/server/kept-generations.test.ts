import { stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { KeptGenerations } from '../../src/server/generations/kept-generations.ts';
import { startNumbered } from '../support/numbered-shop.ts';

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
});
