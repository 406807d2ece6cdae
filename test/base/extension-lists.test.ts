import { expect } from 'chai';
import express from 'express';
import {
  absoluteUrl,
  connectionOf,
  decodeCursor,
  encodeCursor,
  isRowId,
  listForEach,
  oneForEach,
  pageAddress,
  pageSize,
  StoaError,
  wantsPage,
} from '#extension-api';

interface Row {
  readonly of: string | null;
  readonly id: string;
}

const rows: readonly Row[] = [
  { of: 'tea', id: '1' },
  { of: 'oil', id: '2' },
  { of: 'tea', id: '3' },
  { of: null, id: '4' },
];

describe('lists of an extension', () => {
  it('have one row for each key, in the order of the keys, or null', () => {
    const found = oneForEach(['3', '9', '1', '3'], rows, ({ id }) => id);
    expect(found.map((row) => row?.id)).to.deep.equal(['3', undefined, '1', '3']);
    expect(found[1]).to.equal(null);
  });

  it('have all rows of each key, in their order, or none', () => {
    const found = listForEach(['oil', 'tea', 'gum'], rows, ({ of }) => of);
    expect(found.map((list) => list.map(({ id }) => id))).to.deep.equal([['2'], ['1', '3'], []]);
  });

  it('know which texts are ids of rows', () => {
    expect(['1', '10001', '999999999999999999'].filter(isRowId)).to.have.lengthOf(3);
    expect(['', '0', '01', '-1', '1e3', '1 ', '1\n', 'abc', '9999999999999999999'].filter(isRowId)).to.deep.equal([]);
  });

  it('have 20 rows a page, or 1 to 100', () => {
    expect([pageSize(undefined), pageSize(null), pageSize(1), pageSize(100)]).to.deep.equal([20, 20, 1, 100]);
    for (const first of [0, -1, 101])
      expect(() => pageSize(first))
        .to.throw(StoaError, `"first" must be 1 to 100, but is ${first}.`)
        .with.property('code', 'BAD_USER_INPUT');
  });
});

describe('a connection', () => {
  const cursorOf = ({ id }: Row): string => encodeCursor('row', id);

  it('shows by one row more that there is a next page', () => {
    const page = connectionOf({ rows, size: 3, isLater: true, cursorOf });
    expect(page.nodes).to.deep.equal(rows.slice(0, 3));
    expect(page.edges.map(({ node }) => node)).to.deep.equal(page.nodes);
    expect(page.pageInfo).to.deep.equal({
      hasNextPage: true,
      hasPreviousPage: true,
      startCursor: encodeCursor('row', '1'),
      endCursor: encodeCursor('row', '3'),
    });
  });

  it('has no cursors without rows', () => {
    expect(connectionOf({ rows: [], size: 3, isLater: false, cursorOf }).pageInfo).to.deep.equal({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });
});

describe('a cursor', () => {
  it('gives its position back, to its own list alone', () => {
    const cursor = encodeCursor('review', '2025-01-01T00:00:00.000Z:7');
    expect(decodeCursor('review', cursor)).to.equal('2025-01-01T00:00:00.000Z:7');
    expect(decodeCursor('product', cursor)).to.equal(undefined);
  });

  for (const text of ['', '7', 'review', `${encodeCursor('review', '7')}!`])
    it(`is not the text ${JSON.stringify(text)}`, () => {
      expect(decodeCursor('review', text)).to.equal(undefined);
    });
});

describe('wantsPage', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const form = 'application/x-www-form-urlencoded';

  function request(headers: Readonly<Record<string, string>>): express.Request {
    return Object.assign(Object.create(express.request), { headers: { 'content-length': '1', ...headers } });
  }

  it('is true for a browser that posts a form, with fields or without', () => {
    expect(wantsPage(request({ accept: browser, 'content-type': form }))).to.equal(true);
    expect(wantsPage(request({ accept: browser }))).to.equal(true);
  });

  it('is false for a client that sends or takes JSON', () => {
    expect(wantsPage(request({ accept: browser, 'content-type': 'application/json' }))).to.equal(false);
    for (const accept of ['application/json', '*/*', 'image/png'])
      expect(wantsPage(request({ accept, 'content-type': form })), accept).to.equal(false);
  });
});

describe('an absolute address', () => {
  const request = { headers: { host: 'localhost:3000' } };

  it('has the address of the shop, whatever host the request names', () => {
    expect(absoluteUrl({ shop: { url: 'https://stoa.example' }, request }, '/de/order/1')).to.equal(
      'https://stoa.example/de/order/1',
    );
  });

  it('has the host of the request in a shop without an address', () => {
    expect(absoluteUrl({ shop: {}, request }, '/order/1')).to.equal('http://localhost:3000/order/1');
  });
});

describe('pageAddress', () => {
  it('is what the shop writes, or null and a line in the log', () => {
    const lines: object[] = [];
    const logger = { debug: (...line: unknown[]) => void lines.push(line) };
    expect(pageAddress({ logger }, () => '/desk/orders/1')).to.equal('/desk/orders/1');
    expect(lines).to.deep.equal([]);
    const refuse = () => {
      throw new Error('no page "deskOrder"');
    };
    expect(pageAddress({ logger }, refuse)).to.equal(null);
    expect(lines).to.deep.equal([['page has no address', { reason: 'no page "deskOrder"' }]]);
  });
});
