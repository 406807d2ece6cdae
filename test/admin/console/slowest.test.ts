import { expect } from 'chai';
import { type OperationDefinitionNode, parse } from 'graphql';
import { Telemetry } from '#telemetry';
import { readSlowest } from '../../../src/admin/console/slowest.ts';
import { askConsole } from '../../support/console-client.ts';
import { startNumbered } from '../../support/numbered-shop.ts';

function operationOf(text: string): OperationDefinitionNode {
  const [node] = parse(text).definitions;
  if (node?.kind !== 'OperationDefinition') throw new Error('no operation');
  return node;
}

describe('the slowest', () => {
  it('shows pages, routes and operations that were asked for', async () => {
    await using shop = await startNumbered({ admin: true });
    await fetch(`${shop.url}/`);
    await fetch(`${shop.url}/number?waitMs=60`);
    await shop.graphql('query Numbers { number }');
    await shop.graphql('{ otherNumber }');
    const { status, body } = await askConsole(shop, '/console/slowest');
    expect(status, body).to.equal(200);
    for (const text of ['homepage', 'GET /number', 'Numbers', ' query']) expect(body).to.include(text);
    const { operations, routes } = readSlowest(shop.gateway.telemetry);
    expect(operations.map(({ name }) => name).toSorted()[0]).to.match(/^[0-9a-f]{12}$/);
    expect(routes[0]?.maxMs).to.be.at.least(55);
  });

  it('is sorted by the 95th percentile, and has what was asked for alone', () => {
    const telemetry = new Telemetry();
    const now = performance.now();
    for (let count = 0; count < 100; count++) {
      telemetry.request('page', 'even', '/even').recent.add(now, 20);
      telemetry.request('page', 'uneven', '/uneven').recent.add(now, count < 90 ? 1 : 300);
    }
    telemetry.request('page', 'unused', '/unused');
    const { pages } = readSlowest(telemetry);
    expect(pages.map(({ name, about, count }) => [name, about, count])).to.deep.equal([
      ['uneven', '/uneven', 100],
      ['even', '/even', 100],
    ]);
    expect(pages[0]?.medianMs).to.be.within(0.95, 1.07);
    expect(pages[0]?.p95Ms).to.be.within(285, 320);
    expect(pages[0]?.maxMs).to.be.within(285, 320);
  });

  it('tells 200 operations apart, and forgets the one that was called longest ago', () => {
    const { operationDurations } = new Telemetry();
    const first = operationOf('query First { a }');
    operationDurations.of(first, '');
    for (let number = 0; number < 199; number++) operationDurations.of(operationOf(`query Q${number} { a }`), '');
    operationDurations.of(first, '');
    operationDurations.of(operationOf('query Last { a }'), '');
    const names = operationDurations.list().map(({ label }) => label);
    expect(names).to.have.length(200);
    expect(names).to.include('First').and.include('Last').and.not.include('Q0');
  });
});
