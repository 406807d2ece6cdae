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

describe('stock: counts as CSV', () => {
  let stock: TestExtension;
  let token: string;
  before(async () => {
    stock = await openExtension('stock', { seed: false, locales: ['en-IE', 'de'] });
    token = await stock.token({ permissions: ['stock:write'] });
  });
  after(() => stock.close());
  beforeEach(async () => {
    await stock.database.query('delete from level');
    await stock.database.query(
      "insert into level (sku, on_hand, reserved) values ('A', 10, 4), ('B', 2, 0), ('=C', 9, 0)",
    );
  });

  const fetchCsv = (init: RequestInit, query = '', bearer = token) =>
    fetch(`${stock.url}/desk/stock.csv${query}`, { ...init, headers: { authorization: `Bearer ${bearer}` } });
  const read = async () => await (await fetchCsv({})).text();
  const send = async (body: string, apply = true) => {
    const answer = await fetchCsv({ method: 'POST', body }, `?apply=${apply}`);
    const { error, data } = (await answer.json()) as Answer;
    return { status: answer.status, error, ...data };
  };
  const counts = ({ added, changed, same, applied }: Awaited<ReturnType<typeof send>>) => [
    ...[added, changed, same, applied],
  ];
  const levels = () => stock.database.query('select sku, on_hand as "onHand" from level order by sku collate "C"');

  it('change nothing when they come back as they went, also when an order was sent since', async () => {
    const csv = await read();
    expect(csv).to.contain('"sku","onHand","seen","reason"\r\n').and.to.contain('"A","10","10","count"\r\n');
    expect(csv).to.contain('"\'=C"');
    await stock.database.query("update level set on_hand = 7 where sku = 'A'");
    const before = (await stock.records()).length;
    expect(counts(await send(csv))).to.deep.equal([0, 0, 3, true]);
    expect((await levels())[1]).to.deep.equal({ sku: 'A', onHand: 7 });
    expect((await stock.records()).length).to.equal(before);
  });

  it('are written in one go with their reasons, and a second time change nothing', async () => {
    const csv = 'sku;onHand;seen;reason\nA;12;10;delivery\nB;002;;\nNEW;5;;\n';
    expect(counts(await send(csv, false))).to.deep.equal([1, 1, 1, false]);
    expect(await levels()).to.have.lengthOf(3);
    expect(counts(await send(csv))).to.deep.equal([1, 1, 1, true]);
    expect((await stock.records()).at(-1)).to.deep.include({
      ...{ action: 'stock.imported', subject: 'stock', from: { onHand: { A: 10, NEW: null } } },
      to: { onHand: { A: 12, NEW: 5 }, reason: { A: 'delivery', NEW: 'count' } },
    });
    const before = (await stock.records()).length;
    expect(counts(await send(csv))).to.deep.equal([0, 0, 3, true]);
    expect((await stock.records()).length).to.equal(before);
  });

  it('with an error write nothing, and each error has its line and says why', async () => {
    const lines = ['B,3,,', 'A,3,,', 'X,many,,', 'Y,1,2,', 'Z,1,,because', 'B,4,,', ',1,,'];
    const { status, errors = [] } = await send(`sku,onHand,seen,reason\n${lines.join('\n')}\n`);
    expect(status).to.equal(400);
    expect(errors.map(({ line, field, why }) => `${line} ${field}: ${why}`)).to.deep.equal([
      '3 onHand: Orders hold more of A than that.',
      '4 onHand: Enter a whole number from 0 on.',
      '5 seen: not counted',
      '6 reason: A reason is count, delivery, damage, return or other.',
      '7 sku: An earlier line has this item number.',
      '8 sku: SKUs have 1 to 100 characters.',
    ]);
    expect((await levels()).at(-1)).to.deep.equal({ sku: 'B', onHand: 2 });
  });

  for (const [what, csv, says] of [
    ['without a column', 'sku\nA\n', 'The file has no column “onHand”.'],
    ['with a column twice', 'sku,onHand,onHand\nA,1,2\n', 'The column “onHand” is there twice.'],
    ['with an unknown column', 'sku,onHand,colour\n', 'There is no column “colour”.'],
  ] as const)
    it(`are refused ${what}`, async () => {
      expect(await send(csv)).to.deep.include({ status: 400, error: says });
    });

  it('are refused on the page where the browser could not read their bytes', async () => {
    const fields = { csv: 'sku,onHand\nKr\ufffduter,3\n' };
    const { status, html } = await stock.form('/de/desk/stock/csv/import', fields, { token });
    expect([status, html.includes('Die Datei muss in UTF-8 sein.')]).to.deep.equal([400, true]);
  });

  it('are for those who may', async () => {
    const other = await stock.token({ permissions: ['catalog:write'] });
    for (const method of ['GET', 'POST']) expect((await fetchCsv({ method }, '', other)).status).to.equal(403);
    expect((await stock.form('/desk/stock/csv/import', { csv: 'sku,onHand\nA,1' }, { token: other })).status).to.equal(
      403,
    );
    expect(await stock.graphql('{ stockImport(id: "1") { added } }', {}, { token: other })).to.have.nested.property(
      'errors[0].extensions.code',
      'FORBIDDEN',
    );
  });

  it('are shown on a page, in its language, before they are written', async () => {
    const { location = '' } = await stock.form(
      '/de/desk/stock/csv/import',
      { csv: 'sku,onHand\nA,11\nNEW,3\n' },
      { token },
    );
    const [path = ''] = location.split('?');
    expect((await stock.page(path, { token })).html)
      .to.contain('Was die Datei ändern würde')
      .and.to.contain('NEW');
    expect((await levels())[1]).to.deep.equal({ sku: 'A', onHand: 10 });
    const applied = await stock.form(path, {}, { token });
    expect((await stock.page(applied.location ?? '', { token })).html).to.contain('Die Datei ist importiert.');
    expect((await levels())[1]).to.deep.equal({ sku: 'A', onHand: 11 });
  });

  it('that were held since they were shown are refused, and the page says why', async () => {
    const { location = '' } = await stock.form('/desk/stock/csv/import', { csv: 'sku,onHand\nB,1\n' }, { token });
    const [path = ''] = location.split('?');
    await stock.database.query("update level set reserved = 2 where sku = 'B'");
    expect((await stock.form(path, {}, { token })).status).to.equal(400);
    expect((await stock.page(path, { token })).html).to.contain('Orders hold more of B than that.');
  });

  it('are 5,000 in some seconds of computing', async () => {
    const lines = Array.from({ length: 5000 }, (_value, index) => `MANY-${index},${index},`);
    const csv = `sku,onHand,reason\n${lines.join('\n')}\n`;
    const begin = process.cpuUsage();
    expect(counts(await send(csv))).to.deep.equal([5000, 0, 0, true]);
    expect(counts(await send(csv))).to.deep.equal([0, 0, 5000, true]);
    expect((await read()).split('\r\n')).to.have.lengthOf(5005);
    const { user, system } = process.cpuUsage(begin);
    // Two on a quiet machine. What grows with the square would take minutes.
    expect((user + system) / 1e6).to.be.below(30);
  });
});
