import { expect } from 'chai';
import type { Client } from 'pg';
import { connect, parseDatabaseUrl, queryOn } from '../../src/postgres/connection/connect.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { type AssetStore, createAssetStore } from '../../src/postgres/stores/asset-store.ts';
import { databaseConfig, recordingLogger } from '../support/database.ts';
import { createDatabase } from '../support/shared-server.ts';

const generous = { keepHours: 24, keepMb: 64 };

interface OpenStore extends AsyncDisposable {
  readonly store: AssetStore;
  readonly second: AssetStore;
  readonly admin: Client;
  names(): Promise<readonly string[]>;
}

async function openStore(): Promise<OpenStore> {
  const { url, drop } = await createDatabase();
  const database = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
  await database.migrate([]);
  const [admin, other] = [await connect(parseDatabaseUrl(url)), await connect(parseDatabaseUrl(url))];
  return {
    store: database.assets,
    second: createAssetStore(queryOn(other)),
    admin,
    names: async () => (await admin.query('select name from stoa.assets order by name')).rows.map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      await Promise.all([admin.end(), other.end()]);
      await database.close();
      await drop();
    },
  };
}

function asset(name: string, bytes = 10) {
  return { name, content: Buffer.alloc(bytes, name) };
}

describe('the store of assets', () => {
  it('gives back the bytes of the names that are there', async () => {
    await using shop = await openStore();
    const binary = { name: 'dot-AAAAAAAA.png', content: Buffer.from([0, 255, 10, 92, 0]) };
    await shop.store.keep([binary, asset('a.css')], generous);
    const found = await shop.second.find(['dot-AAAAAAAA.png', 'none.css']);
    expect(found.map(({ name }) => name)).to.deep.equal(['dot-AAAAAAAA.png']);
    expect(found[0]?.content).to.deep.equal(binary.content);
  });

  it('stores what two processes keep at once, in any order', async () => {
    await using shop = await openStore();
    const assets = Array.from({ length: 20 }, (_, index) => asset(`${index}.css`));
    for (let round = 0; round < 5; round++)
      await Promise.all([shop.store.keep(assets, generous), shop.second.keep(assets.toReversed(), generous)]);
    expect(await shop.names()).to.have.lengthOf(20);
  });

  it('removes what was not used for so many hours, and nothing that was kept again', async () => {
    await using shop = await openStore();
    await shop.store.keep([asset('kept.css'), asset('old.css')], generous);
    await shop.admin.query("update stoa.assets set used_at = now() - interval '25 hours'");
    await shop.store.keep([asset('kept.css')], generous);
    expect(await shop.names()).to.deep.equal(['kept.css']);
  });

  it('removes the oldest beyond so many megabytes', async () => {
    await using shop = await openStore();
    for (const name of ['1.js', '2.js', '3.js', '4.js']) {
      await shop.store.keep([asset(name, 400_000)], { keepHours: 24, keepMb: 1 });
    }
    expect(await shop.names()).to.deep.equal(['3.js', '4.js']);
  });
});
