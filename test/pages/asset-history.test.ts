import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DatabaseServer } from '#postgres';
import { createAssetFolder } from '../../src/pages/asset-folder.ts';
import { AssetHistory } from '../../src/pages/asset-history.ts';
import { buildAssetTable } from '../../src/pages/asset-table.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { rejection } from '../support/rejection.ts';

const limits = { keepHours: 24, keepMb: 1 };
const sheet = 'home-AAAAAAAA.css';

describe('the history of assets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-history-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A history of the folder that counts how often it asks for which names. */
  const open = () => {
    const real = createAssetFolder(folder);
    const asked: (readonly string[])[] = [];
    const find: DatabaseServer['assets']['find'] = (names) => {
      asked.push(names);
      return real.find(names);
    };
    const log = createMemoryLog();
    return { history: new AssetHistory({ ...real, find }, { limits, logger: log.logger }), asked, log, real };
  };

  it('asks once for a name, however many requests want it, and never again', async () => {
    const { history, asked, real } = open();
    await real.keep([{ name: sheet, content: Buffer.from('a{}') }], limits);
    const found = await Promise.all(Array.from({ length: 50 }, () => history.find(`/assets/${sheet}`)));
    expect(found.map((asset) => asset?.kind)).to.deep.equal(Array.from({ length: 50 }, () => 'built'));
    await history.find(`/assets/${sheet}`);
    expect(asked).to.deep.equal([[sheet]]);
  });

  it('does not ask again for a name that is not there', async () => {
    const { history, asked } = open();
    for (let round = 0; round < 3; round++) expect(await history.find(`/assets/${sheet}`)).to.equal(undefined);
    expect(asked).to.deep.equal([[sheet]]);
  });

  it('asks for several names at a time, and never twice at once', async () => {
    const { history, asked } = open();
    const names = Array.from({ length: 12 }, (_, index) => `x-AAAAAA${10 + index}.js`);
    await Promise.all(names.map((name) => history.find(`/assets/${name}`)));
    expect(asked.map((batch) => batch.length)).to.deep.equal([1, 5, 5, 1]);
  });

  for (const path of [
    '/assets/none.css',
    '/assets/home-aaaaaaaa.css',
    '/assets/home-AAAAAAAA',
    '/assets/shelf/home-AAAAAAAA.css',
    '/assets/..%2fhome-AAAAAAAA.css',
    '/assets/%zz-AAAAAAAA.css',
    '/assets/%68ome-AAAAAAAA.css',
    `/assets/${'a'.repeat(300)}-AAAAAAAA.css`,
  ])
    it(`does not ask for ${path.slice(0, 40)}, which is no name of a built file`, async () => {
      const { history, asked } = open();
      expect(await history.find(path)).to.equal(undefined);
      expect(asked).to.deep.equal([]);
    });

  it('is UNAVAILABLE while the store fails, and asks it once a second', async () => {
    const asked: unknown[] = [];
    const failing: DatabaseServer['assets'] = {
      keep: async () => undefined,
      find: async (names) => {
        asked.push(names);
        throw new Error('no route to the store');
      },
    };
    const log = createMemoryLog();
    const history = new AssetHistory(failing, { limits, logger: log.logger });
    const ask = async (path: string) => history.find(path);
    expect(await rejection(ask(`/assets/${sheet}`))).to.include({
      code: 'UNAVAILABLE',
      status: 503,
    });
    expect(await rejection(ask('/assets/other-AAAAAAAA.css'))).to.include({ status: 503 });
    expect(asked).to.have.lengthOf(1);
    expect(log.events('assets of other generations not read')).to.have.lengthOf(1);
  });

  it('keeps a generation’s files in memory, also when the store has lost them', async () => {
    const { history, asked } = open();
    const table = await buildAssetTable([{ name: sheet, content: Buffer.from('a{}') }], []);
    const end = await history.keepWhileServing(table);
    end();
    expect(await readdir(folder)).to.deep.equal([`asset-${sheet}`]);
    await rm(join(folder, `asset-${sheet}`));
    expect(await history.find(`/assets/${sheet}`)).to.equal(table.get(`/assets/${sheet}`));
    expect(asked).to.deep.equal([]);
  });
});

describe('a folder of assets', () => {
  it('loses what is old, then what exceeds its size, and no file of others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-folder-'));
    const store = createAssetFolder(folder);
    const at = async (name: string, hoursAgo: number) => {
      const time = new Date(Date.now() - hoursAgo * 3_600_000);
      await utimes(join(folder, `asset-${name}`), time, time);
    };
    const sized = (name: string) => ({ name, content: Buffer.alloc(400_000) });
    await store.keep(['1.js', '2.js', '3.js'].map(sized), { keepHours: 24, keepMb: 64 });
    await writeFile(join(folder, 'README'), 'ours');
    await at('1.js', 25);
    await at('2.js', 3);
    await at('3.js', 2);
    await store.keep([sized('4.js')], { keepHours: 24, keepMb: 1 });
    expect((await readdir(folder)).toSorted()).to.deep.equal(['README', 'asset-3.js', 'asset-4.js']);
    await store.keep([sized('3.js')], { keepHours: 1, keepMb: 64 });
    expect((await readdir(folder)).toSorted()).to.deep.equal(['README', 'asset-3.js', 'asset-4.js']);
    await rm(folder, { recursive: true });
  });
});
