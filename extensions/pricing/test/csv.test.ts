import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Answer {
  readonly error?: string;
  readonly data?: {
    readonly applied: boolean;
    readonly added: number;
    readonly changed: number;
    readonly same: number;
    readonly errors: readonly { readonly line: number; readonly field: string; readonly why: string }[];
  };
}

describe('pricing: a price list as CSV', () => {
  let shop: TestExtension;
  let token: string;
  let list: string;
  let other: string;
  before(async () => {
    shop = await openExtension('pricing', { seed: false, locales: ['en-IE', 'de'] });
    token = await shop.token({ permissions: ['pricing:write'] });
    const insertText = `insert into price_list (name, valid_from, valid_until) values
      ('Summer', '2026-06-01T00:00Z', '2999-09-01T00:00Z'), ('Other', '2026-06-01T00:00Z', null)
      returning price_list_id::text as id`;
    [list = '', other = ''] = (await shop.database.query<{ id: string }>(insertText)).map(({ id }) => id);
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from list_price');
    const text = `insert into list_price (sku, price_list_id, amount) values
      ('A', $1::bigint, 1290), ('B', $1::bigint, 5), ('A', $2::bigint, 1)`;
    await shop.database.query(text, [list, other]);
  });

  const fetchCsv = (init: RequestInit, { id = list, query = '', bearer = token } = {}) =>
    fetch(`${shop.url}/desk/price-lists/${id}/prices.csv${query}`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}` },
    });
  const read = async () => await (await fetchCsv({})).text();
  const send = async (body: string, apply = true) => {
    const answer = await fetchCsv({ method: 'POST', body }, { query: `?apply=${apply}` });
    const { error, data } = (await answer.json()) as Answer;
    return { status: answer.status, error, ...data };
  };
  const counts = ({ added, changed, same, applied }: Awaited<ReturnType<typeof send>>) => [
    ...[added, changed, same, applied],
  ];
  const prices = async (id = list) => {
    const text = 'select sku, amount from list_price where price_list_id = $1::bigint order by sku';
    return (await shop.database.query<{ sku: string; amount: number }>(text, [id])).map(({ sku, amount }) => [
      ...[sku, amount],
    ]);
  };

  it('changes nothing when it comes back as it went', async () => {
    const csv = await read();
    expect(csv.split('\r\n').slice(0, 3)).to.deep.equal([
      '"sku","price","from","until"',
      '"A","12.90","2026-06-01T00:00","2999-09-01T00:00"',
      '"B","0.05","2026-06-01T00:00","2999-09-01T00:00"',
    ]);
    const before = (await shop.records()).length;
    expect(counts(await send(csv))).to.deep.equal([0, 0, 2, true]);
    expect((await shop.records()).length).to.equal(before);
  });

  it('is written in one go, in this list alone, and a second time nothing changes', async () => {
    const csv = 'sku;price;from\nA;13,5;2026-06-01 00:00\nB;0.05;\nNEW;7;\n';
    expect(counts(await send(csv, false))).to.deep.equal([1, 1, 1, false]);
    expect(await prices()).to.have.lengthOf(2);
    expect(counts(await send(csv))).to.deep.equal([1, 1, 1, true]);
    expect(await prices()).to.deep.equal([
      ['A', 1350],
      ['B', 5],
      ['NEW', 700],
    ]);
    expect(await prices(other)).to.deep.equal([['A', 1]]);
    expect((await shop.records()).at(-1)).to.deep.include({
      ...{ action: 'prices.imported', subject: `price-list:${list}` },
      ...{ from: { amounts: { A: 1290, NEW: null } }, to: { amounts: { A: 1350, NEW: 700 } } },
    });
    const before = (await shop.records()).length;
    expect(counts(await send(csv))).to.deep.equal([0, 0, 3, true]);
    expect((await shop.records()).length).to.equal(before);
  });

  it('with an error writes nothing, and each error has its line and says why', async () => {
    const lines = ['B,3,,', 'A,free,,', 'X,1,2026-07-01T00:00,', ',1,,2027-01-01T00:00', 'B,4,,'];
    const { status, errors = [] } = await send(`sku,price,from,until\n${lines.join('\n')}\n`);
    expect(status).to.equal(400);
    const times = 'The list has other times. Leave this empty, or change them at the list.';
    expect(errors.map(({ line, field, why }) => `${line} ${field}: ${why}`)).to.deep.equal([
      '3 price: Enter an amount in figures, with no more decimals than the currency has.',
      `4 from: ${times}`,
      '5 sku: Enter an item number of at most 100 characters.',
      `5 until: ${times}`,
      '6 sku: An earlier line has this item number.',
    ]);
    expect(await prices()).to.deep.equal([
      ['A', 1290],
      ['B', 5],
    ]);
  });

  it('is for those who may, and of a list that is there', async () => {
    const bearer = await shop.token({ permissions: ['catalog:write'] });
    const path = `/desk/price-lists/${list}/import`;
    for (const method of ['GET', 'POST']) {
      expect((await fetchCsv({ method }, { bearer })).status).to.equal(403);
      expect((await fetchCsv({ method }, { id: '999' })).status).to.equal(404);
    }
    expect((await shop.form(path, { csv: 'sku,price\nA,1' }, { token: bearer })).status).to.equal(403);
    expect((await shop.page(path, { token: bearer })).status).to.equal(403);
    const text = `{ priceImport(id: "1", priceListId: "${list}") { added } }`;
    const { errors } = await shop.graphql(text, {}, { token: bearer });
    expect(errors?.[0]?.extensions?.code).to.equal('FORBIDDEN');
  });

  it('is shown on a page, in its language, before it is written; the file is of this list alone', async () => {
    const csv = 'sku,price\nA,11\nNEW,3\n';
    const { location = '' } = await shop.form(`/de/desk/price-lists/${list}/import`, { csv }, { token });
    const [path = ''] = location.split('?');
    const { html } = await shop.page(path, { token });
    expect(html).to.contain('Preise importieren: Summer').and.to.contain('Was die Datei ändern würde');
    expect(await prices()).to.deep.equal([
      ['A', 1290],
      ['B', 5],
    ]);
    const elsewhere = path.replace(`/${list}/`, `/${other}/`);
    expect((await shop.page(elsewhere, { token })).status).to.equal(404);
    expect((await shop.form(elsewhere, {}, { token })).status).to.equal(404);
    const applied = await shop.form(path, {}, { token });
    expect((await shop.page(applied.location ?? '', { token })).html).to.contain('Die Datei ist importiert.');
    expect(await prices()).to.deep.equal([
      ['A', 1100],
      ['B', 5],
      ['NEW', 300],
    ]);
  });

  it('has 5,000 prices in some seconds of computing', async () => {
    const csv = `sku,price\n${Array.from({ length: 5000 }, (_value, index) => `MANY-${index},${index}.9`).join('\n')}\n`;
    const begin = process.cpuUsage();
    expect(counts(await send(csv))).to.deep.equal([5000, 0, 0, true]);
    expect(counts(await send(csv))).to.deep.equal([0, 0, 5000, true]);
    expect((await read()).split('\r\n')).to.have.lengthOf(5004);
    const { user, system } = process.cpuUsage(begin);
    // Two on a quiet machine. What grows with the square would take minutes.
    expect((user + system) / 1e6).to.be.below(30);
  });
});
