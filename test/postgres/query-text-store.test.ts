import { expect } from 'chai';
import { openDatabase } from '../../src/postgres/open-database.ts';
import type { QueryTextStore } from '../../src/postgres/stores/query-text-store.ts';
import { databaseConfig, recordingLogger } from '../support/database.ts';
import { createDatabase } from '../support/shared-server.ts';

const generous = { entries: 100, bytes: 10_000 };

async function openStores(): Promise<
  AsyncDisposable & { readonly one: QueryTextStore; readonly other: QueryTextStore }
> {
  const { url, drop } = await createDatabase();
  const first = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
  await first.migrate([]);
  const second = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
  return {
    one: first.queryTexts,
    other: second.queryTexts,
    async [Symbol.asyncDispose]() {
      await first.close();
      await second.close();
      await drop();
    },
  };
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `hash ${index}`);

describe('the store of query texts', () => {
  it('gives another process the texts of the hashes that are there', async () => {
    await using stores = await openStores();
    await stores.one.keep(new Map([['a', '{ “hello” }']]), generous);
    expect([...(await stores.other.find(['a', 'b']))]).to.deep.equal([['a', '{ “hello” }']]);
  });

  it('takes the same texts from two processes at once, in any order', async () => {
    await using stores = await openStores();
    const texts = names(20).map((name) => [name, '{ a }'] as const);
    for (let round = 0; round < 5; round++)
      await Promise.all([
        stores.one.keep(new Map(texts), generous),
        stores.other.keep(new Map(texts.toReversed()), generous),
      ]);
    expect(await stores.one.find(names(20))).to.have.property('size', 20);
  });

  it('keeps the last of more entries than it may have', async () => {
    await using stores = await openStores();
    for (const name of names(4)) await stores.one.keep(new Map([[name, '{ a }']]), { ...generous, entries: 2 });
    expect([...(await stores.one.find(names(4))).keys()].toSorted()).to.deep.equal(['hash 2', 'hash 3']);
  });

  it('keeps the last of more bytes than it may have, and one that was sent again counts as new', async () => {
    await using stores = await openStores();
    const limits = { ...generous, bytes: 10 };
    for (const name of ['hash 0', 'hash 1', 'hash 0', 'hash 2'])
      await stores.one.keep(new Map([[name, 'é é']]), limits);
    expect([...(await stores.one.find(names(4))).keys()].toSorted()).to.deep.equal(['hash 0', 'hash 2']);
  });
});
