import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

interface Label {
  readonly locale: string;
  readonly benefits: string | null;
  readonly form: string | null;
  readonly version: string;
}

describe('supplement: labels at the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('supplement', {
      locales: ['en-IE', 'de'],
      mocks: {
        Query: {
          product: (_root: unknown, { id }: { id: string }) => ({ productId: id }),
          deskProduct: { productId: '1001' },
        },
      },
    });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const text = 'query ($id: ID!) { product(id: $id) { labels { locale benefits form version } } }';
  const labels = async (id = '1001') => {
    const { data } = await shop.graphql<{ product: { labels: readonly Label[] } }>(text, { id }, { token });
    return data?.product.labels ?? [];
  };
  const post = async (body: object, id = '1001', bearer: string | undefined = token) =>
    (await shop.rest('POST', `/desk/products/${id}/label`, { body, token: bearer })).status;
  const change = async (locale: string, fields: object, id = '1001') => {
    const version = (await labels(id)).find((label) => label.locale === locale)?.version;
    return await post({ locale, version, ...fields }, id);
  };
  const shown = async (id: string, language: string) => {
    const query = 'query ($id: ID!) { product(id: $id) { extension { supplement { benefits dosage } } } }';
    const { data } = await shop.graphql<{ product: { extension: { supplement: object | null } } }>(
      query,
      { id },
      { headers: { 'accept-language': language } },
    );
    return data?.product.extension.supplement;
  };

  it('are there in each language, by one statement, for those who may', async () => {
    shop.queries();
    expect((await labels()).map(({ locale, form }) => [locale, form])).to.deep.equal([
      ['en-IE', 'tablets'],
      ['de', null],
    ]);
    expect(shop.queries()).to.have.lengthOf(1);
    expect(await shop.graphql(text, { id: '1001' })).to.have.nested.property(
      'errors[0].extensions.code',
      'UNAUTHENTICATED',
    );
    expect(await post({}, '1001', await shop.token({ permissions: ['stock:write'] }))).to.equal(403);
  });

  it('are written in a language, once, and the facets are told', async () => {
    await shop.database.query('delete from gone_label');
    const fields = { benefits: ' Bones\r\n\r\nTeeth ', dosage: 'One a day', form: 'capsules' };
    for (let time = 0; time < 2; time++) expect(await change('en-IE', fields, '7001')).to.equal(200);
    expect(await shown('7001', 'en')).to.deep.equal({ benefits: ['Bones', 'Teeth'], dosage: 'One a day' });
    const records = (await shop.records()).filter(({ subject }) => subject === 'product:7001');
    expect(records.map(({ to }) => to)).to.deep.equal([{ locale: 'en-IE', changed: ['benefits', 'dosage', 'form'] }]);
    expect(await shop.database.query('select product_id from gone_label')).to.deep.equal([{ product_id: '7001' }]);
  });

  it('are translated, and an empty one goes', async () => {
    await change('en-IE', { benefits: 'Bones' }, '7002');
    expect(await change('de', { benefits: 'Knochen' }, '7002')).to.equal(200);
    expect(await shown('7002', 'de')).to.deep.include({ benefits: ['Knochen'] });
    expect(await change('de', {}, '7002')).to.equal(200);
    expect(await shown('7002', 'de')).to.deep.include({ benefits: ['Bones'] });
    expect(await change('en-IE', {}, '7002')).to.equal(200);
    expect(await shown('7002', 'en')).to.equal(null);
  });

  it('keep the place of each translated benefit, also where one has no translation', async () => {
    await change('en-IE', { benefits: 'Bones\nTeeth\nSleep' }, '7004');
    await change('de', { benefits: '\r\n Zähne \r\n\r\n' }, '7004');
    const german = async () => (await labels('7004'))[1]?.benefits;
    expect(await german()).to.equal('\nZähne');
    await shop.database.query("update supplement_translation set benefits[3] = null where product_id = '7004'");
    expect(await change('de', { benefits: await german(), dosage: 'Eine' }, '7004')).to.equal(200);
    expect(await shown('7004', 'de')).to.deep.equal({ benefits: [null, 'Zähne'], dosage: 'Eine' });
    expect((await shop.records()).at(-1)).to.deep.include({ to: { locale: 'de', changed: ['dosage'] } });
    expect(await change('de', { benefits: '\n\n' }, '7004')).to.equal(200);
    expect(await shown('7004', 'de')).to.deep.include({ benefits: ['Bones', 'Teeth', 'Sleep'] });
  });

  it('are refused in another language, before the first one, and when others were faster', async () => {
    expect(await post({ locale: 'fr', version: '-', dosage: 'x' })).to.equal(404);
    expect(await change('de', { dosage: 'Eine' }, '7003')).to.equal(409);
    expect(await post({ locale: 'en-IE', version: 'old', dosage: 'x' })).to.equal(409);
    expect(await change('en-IE', { form: 'pills' })).to.equal(400);
  });

  it('have sections at the desk, of which one shows a refused form again', async () => {
    await shop.database.query("update supplement_translation set benefits[1] = null where product_id = '1001'");
    const page = (await shop.page('/desk/products/1001', { token })).html.split('id="label-de"')[1] ?? '';
    // A browser drops the first line break.
    expect(elementWith(page, 'textarea', 'name="benefits"')).to.contain('>\n\n');
    const fields = { locale: 'de', version: 'old', dosage: 'Kept' };
    const { status, html } = await shop.form('/desk/products/1001/label', fields, { token });
    expect(status).to.equal(409);
    const [, own = '', german = ''] = html.split('id="label-');
    expect(own).to.not.contain('desk-error');
    expect(elementWith(german, 'textarea', 'name="dosage"')).to.contain('Kept');
    const version = (await labels())[0]?.version ?? '';
    const saved = { locale: 'en-IE', version, dosage: 'One', form: '' };
    const { location } = await shop.form('/desk/products/1001/label', saved, { token });
    expect(location).to.equal('/desk/products/1001?saved=label#saved');
    const other = await shop.token({ permissions: ['stock:write'] });
    expect((await shop.page('/desk/products/1001', { token: other })).html).to.not.contain('id="label-de"');
  });

  it('go with a product that is deleted', async () => {
    await shop.publish('product.deleted', { productId: '1005', skus: ['A'] });
    expect(await shown('1005', 'en')).to.equal(null);
    expect(await shown('1006', 'en')).to.not.equal(null);
  });
});
