import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Imported {
  readonly applied: boolean;
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly errors: readonly { readonly line: number; readonly field: string }[];
  readonly changes: readonly { readonly sku: string; readonly from?: object; readonly to: object }[];
}

describe('catalog: products as CSV', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'text/csv' });
  const send = async (body: string | Uint8Array<ArrayBuffer>, apply = false) => {
    const answer = await fetch(`${shop.url}/desk/products.csv?apply=${apply}`, {
      method: 'POST',
      headers: headers(),
      body,
    });
    const { data, error } = (await answer.json()) as { data: Imported; error?: string };
    return { status: answer.status, error, ...data };
  };
  const read = async () => await (await fetch(`${shop.url}/desk/products.csv`, { headers: headers() })).text();
  const counts = ({ added, changed, same, applied }: Imported) => ({ added, changed, same, applied });
  const names = async (sku: string) =>
    await shop.database.query('select name, price_cents from product where sku = $1', [sku]);

  it('are for those who may', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await fetch(`${shop.url}/desk/products.csv`, { method })).status).to.equal(401);
      const other = { authorization: `Bearer ${await shop.token({ permissions: ['stock:write'] })}` };
      expect((await fetch(`${shop.url}/desk/products.csv`, { method, headers: other })).status).to.equal(403);
    }
  });

  it('change nothing when they come back as they went', async () => {
    const csv = await read();
    expect(csv.split('\r\n')[0]).to.equal(
      '"sku","name","description","keywords","slug","category","price","content","taxClass","published","image","name:de","description:de","keywords:de"',
    );
    const before = (await shop.records()).length;
    expect(counts(await send(csv, true))).to.deep.equal({ added: 0, changed: 0, same: 72, applied: true });
    expect((await shop.records()).length).to.equal(before);
  });

  it('are shown first: what is new, what changes, and nothing is written', async () => {
    const csv = 'sku,name,price\nVIT-C1000-90,Vitamin C,"13,5"\nCSV-1,Okapi Tea,4\n';
    const preview = await send(csv);
    expect(counts(preview)).to.deep.equal({ added: 1, changed: 1, same: 0, applied: false });
    expect(preview.changes[0]).to.deep.equal({
      ...{ line: 2, sku: 'VIT-C1000-90' },
      ...{ from: { name: 'Vitamin C 1000 mg', price: '12.90' }, to: { name: 'Vitamin C', price: '13.50' } },
    });
    expect(await names('CSV-1')).to.deep.equal([]);
    expect(counts(await send(csv, true))).to.deep.equal({ added: 1, changed: 1, same: 0, applied: true });
    expect(await names('CSV-1')).to.deep.equal([{ name: 'Okapi Tea', price_cents: 400 }]);
    expect(await names('VIT-C1000-90')).to.deep.equal([{ name: 'Vitamin C', price_cents: 1350 }]);
    expect((await shop.records()).at(-1)).to.deep.include({
      action: 'products.imported',
      to: { added: ['CSV-1'], changed: ['VIT-C1000-90'] },
    });
    expect(counts(await send(csv, true))).to.deep.equal({ added: 0, changed: 0, same: 2, applied: true });
  });

  it('take a spreadsheet’s semicolons and byte order mark, translations and categories', async () => {
    const line = 'CSV-2;Numbat;9;TRUE;tea;Ameisenbeutler;Ein "Tier"';
    const csv = `\ufeffsku;name;price;published;category;name:de;description:de\r\n${line.replace('Ein "Tier"', '"Ein ""Tier"""')}\r\n`;
    expect(counts(await send(csv, true))).to.deep.include({ added: 1, applied: true });
    const { data } = await shop.graphql(
      '{ products(search: "Ameisenbeutler") { nodes { sku description category { slug } } } }',
      {},
      { headers: { 'accept-language': 'de' } },
    );
    expect(data).to.deep.equal({
      products: { nodes: [{ sku: 'CSV-2', description: 'Ein "Tier"', category: { slug: 'tea' } }] },
    });
    expect(counts(await send('sku,name:de,description:de\nCSV-2,,\n', true))).to.deep.include({ changed: 1 });
    expect(await read()).to.not.contain('Ameisenbeutler');
  });

  it('with an error write nothing, and each error has its line', async () => {
    const csv = [
      'sku,name,price,taxClass,published,category,slug,image',
      'CSV-3,Fine,1,standard,true,,,',
      ',No SKU,1,standard,true,,,',
      'CSV-4,,1,standard,true,,,',
      'CSV-5,Dear,much,standard,true,,,',
      'CSV-6,Taxed,1,half,maybe,,,',
      'CSV-7,Placed,1,standard,true,none,,',
      'CSV-8,Named,1,standard,true,,12,https://example.com/a.png',
      'CSV-3,Twice,1,standard,true,,,',
      'CSV-9,Slug,1,standard,true,,folic-acid-400-ug,',
      'VIT-D2000-240,A variant,1,standard,true,,,',
    ].join('\n');
    const { status, errors, applied } = await send(csv, true);
    expect([status, applied]).to.deep.equal([400, false]);
    expect(
      errors
        .map(({ line, field }) => `${line} ${field}`)
        .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    ).to.deep.equal([
      ...['3 sku', '4 name', '5 price', '6 published', '6 taxClass', '7 category'],
      ...['8 image', '8 slug', '9 sku', '10 slug', '11 sku'],
    ]);
    expect(await names('CSV-3')).to.deep.equal([]);
  });

  for (const [what, csv, says] of [
    ['an unknown column', 'sku,colour\nA,red\n', 'colour'],
    ['no SKU', 'name\nA\n', 'sku'],
    ['a line that is too short', 'sku,name\nA\n', 'CSV'],
    ['another encoding', new Uint8Array([0x73, 0x6b, 0x75, 0x0a, 0xe4]), 'UTF-8'],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const { status, error } = await send(csv, true);
      expect(status).to.equal(400);
      expect(error).to.contain(says);
    });

  for (const [way, change] of [
    [
      'a file',
      async (image: string) => (await send(`sku,name,image\nVIT-D2000-120,D ${image},${image}\n`, true)).status,
    ],
    [
      'the desk',
      async (image: string) => {
        const text = '{ deskProduct(id: "1002") { version } }';
        const { data } = await shop.graphql<{ deskProduct: { version: string } }>(text, {}, { token });
        const facts = { name: `D3 ${image}`, price: '9', taxClass: 'standard', published: true, image };
        const body = { ...facts, version: data?.deskProduct.version };
        return (await shop.rest('POST', '/desk/products/1002/facts', { body, token })).status;
      },
    ],
  ] as const)
    it(`take the words about a picture away with it, not before, by ${way}`, async () => {
      await shop.database.query("update product set image = '/a.svg', image_alt = 'A bottle' where product_id = 1002");
      for (const [image, imageAlt] of [
        ['/a.svg', 'A bottle'],
        ['/b.svg', null],
      ] as const) {
        expect(await change(image)).to.equal(200);
        const { data } = await shop.graphql('{ product(id: 1002) { image imageAlt } }');
        expect(data).to.deep.equal({ product: { image, imageAlt } });
      }
    });

  it('run no formula in a spreadsheet, and come back as they were', async () => {
    await send('sku,name,price\nCSV-F,"=1+1",1\n', true);
    const csv = await read();
    expect(csv).to.contain('"\'=1+1"');
    expect(counts(await send(csv, true))).to.deep.include({ changed: 0, added: 0 });
  });

  it('are 20,000, and again without a change', async function () {
    this.timeout(600_000);
    const lines = Array.from(
      { length: 20_000 },
      (_value, index) => `MANY-${index},Product ${index},${index % 500}.90,about`,
    );
    const csv = `sku,name,price,description\n${lines.join('\n')}\n`;
    expect(counts(await send(csv, true))).to.deep.equal({ added: 20_000, changed: 0, same: 0, applied: true });
    expect(counts(await send(csv.replaceAll(',about', ',changed'), true))).to.deep.include({ changed: 20_000 });
    expect(counts(await send(csv.replaceAll(',about', ',changed'), true))).to.deep.include({
      same: 20_000,
      changed: 0,
    });
    expect((await read()).split('\r\n').length).to.be.above(20_000);
  });
});
