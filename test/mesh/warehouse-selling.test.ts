import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { type DefinitionNode, Kind, type NameNode, parse, print } from 'graphql';
import { describeSelling } from '../support/describe-selling.ts';
import { describeVouchers } from '../support/describe-vouchers.ts';
import { needsMesh } from '../support/mesh-shop.ts';
import { runStoa } from '../support/run-stoa.ts';
import type { StartGateway } from '../support/start-gateway.ts';
import { demoLevels, type RunningWarehouse, startWarehouseStock } from '../support/warehouse-stock.ts';

/** What the warehouse has of an order in each of its states. */
const heldIn: Readonly<Record<string, string>> = {
  PENDING: 'HELD',
  CONFIRMED: 'COMMITTED',
  PAID: 'COMMITTED',
  CANCELLED: 'RELEASED',
};

describe('a shop whose stock a warehouse counts', () => {
  let running: RunningWarehouse;
  before(async function () {
    needsMesh.call(this);
    running = await startWarehouseStock();
  });
  after(async () => await running?.[Symbol.asyncDispose]());

  const start: StartGateway = (options) => running.startShop(options);

  describe('sells', () => {
    describeSelling(start, (shop) =>
      it('and the warehouse has of each order what its state says', async () => {
        const orders = await shop()
          .database('orders')
          .query<{ id: string; state: string }>('select order_id as id, state from orders');
        const held = new Map(running.warehouse.orders().map(({ order, state }) => [order, state]));
        expect(orders.length).to.be.above(0);
        for (const { id, state } of orders) expect(held.get(id), state).to.equal(heldIn[state]);
      }),
    );
  });

  describe('takes vouchers', () => {
    describeVouchers(start);
  });

  it('has nothing to fix, and the schema of a shop with stock', async () => {
    // Three commands build a shop each.
    await using other = await running.startShop({ empty: true });
    const { environment } = running;
    const { code, stdout } = await runStoa(['check'], { file: other.file, environment });
    expect(stdout).to.match(/^Nothing to fix/);
    expect(code).to.equal(0);
    const files = [other.file, resolve('gateway.yaml')];
    const [here, there] = await Promise.all(files.map((file) => runStoa(['schema'], { file, environment })));
    expect(here?.code).to.equal(0);
    // A merchant counts what the shop itself has, and not what a warehouse has.
    const counting = ['Desk', 'StockImport'].map((name) =>
      readFile(`extensions/stock/graphql/${name}.graphql`, 'utf8'),
    );
    const sdl = (await Promise.all(counting)).join('\n');
    expect(print(parse(here?.stdout ?? ''))).to.equal(without(there?.stdout ?? '', sdl));
  });

  it('has the demonstration pieces of stock', async () => {
    const seed = await readFile('extensions/stock/seed/001-levels.sql', 'utf8');
    const rows = seed.matchAll(/\('([^']+)', (\d+)\)/g).map(([, sku, onHand]) => [sku, Number(onHand)]);
    expect(demoLevels).to.deep.equal(Object.fromEntries(rows));
  });
});

/** A schema without the fields of some SDL, and without types that then have none. */
function without(schema: string, sdl: string): string {
  const fieldsOf = (definition: DefinitionNode) => ('fields' in definition ? (definition.fields ?? []) : []);
  const nameOf = (definition: DefinitionNode, field: { readonly name: NameNode }) =>
    `${'name' in definition ? definition.name?.value : ''}.${field.name.value}`;
  const left = new Set(parse(sdl).definitions.flatMap((one) => fieldsOf(one).map((field) => nameOf(one, field))));
  const definitions = parse(schema).definitions.flatMap((one): DefinitionNode | readonly DefinitionNode[] => {
    if (one.kind !== Kind.OBJECT_TYPE_DEFINITION) return one;
    const fields = one.fields?.filter((field) => !left.has(nameOf(one, field))) ?? [];
    return fields.length === 0 ? [] : { ...one, fields };
  });
  return print({ kind: Kind.DOCUMENT, definitions });
}
