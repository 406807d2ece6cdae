import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: the page that imports products', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    token = await shop.token({ id: 'mira', permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const upload = (csv: string) => shop.form('/desk/products/import', { csv }, { token });
  const page = async (path: string) => (await shop.page(path, { token })).html;
  const isThere = async (name: string) => (await page('/desk/products?search=CSV-')).includes(name);

  it('shows what a file would change, and changes it at a second word', async () => {
    const { status, location = '' } = await upload(
      'sku,name,price\r\nVIT-C1000-90,Vitamin C,13.50\r\nCSV-1,Okapi Tea,4\r\n',
    );
    expect(status).to.equal(303);
    const preview = await page(location);
    expect(preview).to.contain('CSV-1').and.to.contain('Okapi Tea');
    expect(preview).to.contain('13.50').and.to.contain('would change').and.to.contain('>Import</button>');
    expect(await isThere('Okapi Tea')).to.equal(false);
    const [path = ''] = location.split('?');
    const applied = await shop.form(path, {}, { token });
    expect(applied.status).to.equal(303);
    const after = await page(applied.location ?? '');
    expect(after).to.contain('The file is imported.').and.not.to.contain('>Import</button>');
    expect(await isThere('Okapi Tea')).to.equal(true);
  });

  it('changes nothing when a file that is applied is sent again, and keeps what it has changed', async () => {
    const { location = '' } = await upload('sku,name,price\nCSV-4,Fennec Tea,4\n');
    const [path = ''] = location.split('?');
    const imported = async () => (await shop.records()).filter(({ action }) => action === 'products.imported').length;
    const before = await imported();
    const answers = await Promise.all([shop.form(path, {}, { token }), shop.form(path, {}, { token })]);
    expect(answers.map(({ status }) => status)).to.deep.equal([303, 303]);
    expect(await page(path)).to.match(/New<\/dt><dd>1</);
    await shop.database.query("update product set price_cents = 500 where sku = 'CSV-4'");
    const again = await shop.form(path, {}, { token });
    expect(again.status).to.equal(303);
    expect(await shop.database.query("select price_cents from product where sku = 'CSV-4'")).to.deep.equal([
      { price_cents: 500 },
    ]);
    expect(await imported()).to.equal(before + 1);
    expect(await page(again.location ?? ''))
      .to.match(/New<\/dt><dd>1</)
      .and.to.contain('Fennec Tea');
  });

  it('says what is wrong by line, and imports nothing', async () => {
    const { location = '' } = await upload('sku,name,price\nCSV-2,Zebra Tea,1\nCSV-3,Bad,free\n');
    const preview = await page(location);
    expect(preview).to.contain('free').and.to.contain('Nothing is imported').and.not.to.contain('>Import</button>');
    const [path = ''] = location.split('?');
    expect((await shop.form(path, {}, { token })).status).to.equal(400);
    expect(await isThere('Zebra')).to.equal(false);
  });

  it('says at the field what is no CSV of products, with what was typed', async () => {
    const { status, html } = await upload('name,colour\nA,red\n');
    expect(status).to.equal(400);
    expect(html).to.contain('There is no column “colour”.').and.to.contain('A,red').and.to.contain('id="csv-error"');
    expect((await upload('')).status).to.equal(400);
  });

  it('is for those who may change products, and knows its files alone', async () => {
    const other = await shop.token({ id: 'olga', permissions: ['orders:write'] });
    expect((await shop.page('/desk/products/import', { token: other })).status).to.equal(403);
    expect((await shop.form('/desk/products/import', { csv: 'sku\nA' }, { token: other })).status).to.equal(403);
    expect((await shop.page('/desk/products/import/999', { token })).status).to.equal(404);
    expect((await shop.form('/desk/products/import/999', {}, { token })).status).to.equal(404);
  });
});
