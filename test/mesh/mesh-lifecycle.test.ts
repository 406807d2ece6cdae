import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { meshProject, needsMesh, withPatience } from '../support/mesh-shop.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';
import { startWarehouse, warehouseToken } from '../support/warehouse.ts';

const meshrc = 'extensions/stock/.meshrc.yaml';

/** What the event loop waits for, without requests such as FSReqPromise: they end by themselves. */
function handles(): Readonly<Record<string, number>> {
  const kept = process.getActiveResourcesInfo().filter((name) => !name.includes('Req'));
  const groups = Map.groupBy(kept, (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]));
}

describe('a shop with a .meshrc.yaml', () => {
  before(needsMesh);

  it('reads the sources anew when the file is saved, and only then', async () => {
    await using _warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop', withPatience);
    await using shop = await startGateway({ file, empty: true });
    const folder = dirname(file);
    await appendFile(join(folder, 'extensions/shelf/graphql/Product.graphql'), '\n# saved\n');
    await shop.generations.reload('request');
    const [before] = [...shop.gateway.extensions.values()].filter(({ askMesh }) => askMesh !== undefined);

    const text = await readFile(join(folder, meshrc), 'utf8');
    await writeFile(join(folder, meshrc), text.replace('field: dueBefore', 'field: dueSoon'));
    await shop.generations.reload('request');
    expect(await shop.graphql('{ dueSoon(at: "2026-01-01T00:00:00Z") { sku } }')).to.have.property('data');
    const [after] = [...shop.gateway.extensions.values()].filter(({ askMesh }) => askMesh !== undefined);
    expect(after).not.to.equal(before);
    expect(await readdir(join(folder, 'extensions/stock'))).to.have.members([
      '.meshrc.yaml',
      'graphql',
      'warehouse.json',
    ]);
  });

  it('comes back with its sources when a generation is rolled back', async () => {
    await using _warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop', withPatience);
    await using shop = await startGateway({ file, empty: true });
    await shop.generations.settled();
    const text = await readFile(join(dirname(file), meshrc), 'utf8');
    await writeFile(join(dirname(file), meshrc), text.replace('field: dueBefore', 'field: dueSoon'));
    await shop.generations.reload('request');
    expect(shop.gateway.schema.getQueryType()?.getFields()).to.include.keys('dueSoon');
    expect(await shop.generations.rollback()).to.include({ number: 3, state: 'current' });
    expect(shop.gateway.schema.getQueryType()?.getFields())
      .to.include.keys('dueBefore')
      .and.not.include.keys('dueSoon');
    expect(await shop.graphql('{ stock(sku: "tea") { count } }')).to.deep.equal({ data: { stock: { count: 12 } } });
  });

  it('is reloaded by dev when the file is saved', async () => {
    await using warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop');
    const { url, drop } = await createDatabase();
    const environment = { WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: warehouseToken, DATABASE_URL: url };
    const stoa = startStoa(['dev'], { file, environment });
    try {
      await stoa.waitFor(/Stoa is open at (\S+)\s/);
      await appendFile(join(dirname(file), meshrc), '# saved\n');
      await stoa.waitFor(/"generation":2,.*"gateway replaced"/, 'stderr');
      expect(stoa.stdout() + stoa.stderr()).not.to.include(warehouseToken);
    } finally {
      await stoa.stop();
      await drop();
    }
  });

  it('keeps serving what it was when the sources cannot be read any longer', async () => {
    await using warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop', withPatience);
    await using shop = await startGateway({ file, empty: true });
    await writeFile(join(dirname(file), 'extensions/stock/warehouse.json'), 'nothing');
    const outcome = await shop.generations.reload('request').catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).to.include('MESH_SOURCE_UNREADABLE');
    expect(await shop.graphql('{ stock(sku: "tea") { count } }')).to.deep.equal({ data: { stock: { count: 12 } } });
    expect(warehouse.takeRequests()).to.have.length(1);
  });

  it('leaves nothing open behind, however often it is built anew', async function () {
    // Twenty shops; a busy machine needs more than the minute that others have.
    this.timeout(600_000);
    await using _warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop', withPatience);
    await using shop = await startGateway({ file, empty: true });
    const reload = async (): Promise<void> => {
      await appendFile(join(dirname(file), meshrc), '# saved\n');
      await shop.generations.reload('request');
      await shop.graphql('{ stock(sku: "tea") { count } }');
    };
    for (let count = 0; count < 5; count++) await reload();
    await shop.generations.settled();
    const before = handles();
    for (let count = 0; count < 15; count++) await reload();
    await shop.generations.settled();
    const after = handles();
    for (const [name, count] of Object.entries(after)) expect(count, name).to.be.at.most((before[name] ?? 0) + 2);
  });

  it('names the source where its types meet those of others', async () => {
    await using warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop');
    const sdl = join(dirname(file), 'extensions/shelf/graphql/Product.graphql');
    await writeFile(sdl, `${await readFile(sdl, 'utf8')}\ntype Shelf { row: String }\n`);
    const environment = { WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: warehouseToken };
    const { code, stdout, stderr } = await runStoa(['check'], { file, environment });
    expect(code).to.equal(1);
    expect(stdout + stderr)
      .to.include('TYPE_OWNED_TWICE')
      .and.include('extensions/stock/.meshrc.yaml:2:5')
      .and.include('rename, prefix, filterSchema');
  });

  it('refuses a field that is written again otherwise than the source gives it', async () => {
    await using warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop');
    const sdl = join(dirname(file), 'extensions/stock/graphql/Stock.graphql');
    await appendFile(sdl, 'extend type Query {\n  stock(sku: ID): Stock @authenticated\n}\n');
    const environment = { WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: warehouseToken };
    const { code, stdout, stderr } = await runStoa(['check'], { file, environment });
    expect(code).to.equal(1);
    expect(stdout + stderr)
      .to.include('TYPE_DIFFERS')
      .and.include('graphql/Stock.graphql:9:3')
      .and.include('(sku: ID): Stock, but its source in .meshrc.yaml gives (sku: String): Stock');
  });

  it('is a shop as any other to the commands', async () => {
    await using warehouse = await startWarehouse();
    const file = await meshProject('mesh-shop');
    const environment = { WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: warehouseToken };
    const run = (...words: string[]) => runStoa(words, { file, environment });
    const checked = await run('check');
    expect(checked, checked.stderr).to.have.property('code', 0);
    expect(checked.stdout + checked.stderr).not.to.include('MESHRC_INVALID');
    expect((await run('extensions', '--json')).stdout).to.include('.meshrc.yaml');
    expect((await run('schema')).stdout)
      .to.include('stocks(skus: [String]): [Stock]')
      .and.not.include('httpOperation');
    const explained = await run('explain', '{ products { stock { count } } }');
    expect(explained.stdout + explained.stderr).to.match(/stock/);
  });

  it('tells by diff what a changed source breaks', async () => {
    await using warehouse = await startWarehouse();
    const before = await meshProject('mesh-shop');
    const file = await meshProject('mesh-shop');
    const text = await readFile(join(dirname(file), meshrc), 'utf8');
    await writeFile(join(dirname(file), meshrc), text.replace('field: dueBefore', 'field: dueSoon'));
    const environment = { WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: warehouseToken };
    const { stdout, stderr } = await runStoa(['diff', before], { file, environment });
    expect(stdout + stderr)
      .to.include('dueBefore')
      .and.include('dueSoon');
  });
});
