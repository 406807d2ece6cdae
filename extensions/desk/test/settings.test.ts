import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { settingsIn } from '../src/setting.ts';

describe('desk: settings', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('desk');
    token = await shop.token({ id: 'ann', permissions: ['stoa:settings'] });
  });
  after(() => shop.close());

  const save = (fields: Readonly<Record<string, string>>) => shop.form('/desk/settings', fields, { token });
  const page = async () => (await shop.page('/desk/settings', { token })).html;
  const shopName = { extension: '@shop', name: 'name' };

  it('are shown with what they are for, to those who may change them', async () => {
    expect(await page())
      .to.contain('What the shop is called.')
      .and.to.contain('value="Stoa"');
    expect((await shop.page('/desk/settings', { token: await shop.token({ id: 'cleo' }) })).status).to.equal(403);
  });

  it('are saved, hold at once, and go back to the default', async () => {
    const { location = '' } = await save({ ...shopName, seen: 'Stoa', value: 'Corner Shop' });
    expect((await shop.page(location, { token })).html)
      .to.contain('holds at once')
      .and.to.contain('Corner Shop');
    expect((await save({ ...shopName, seen: 'Corner Shop', value: '' })).status).to.equal(303);
    expect(await page()).to.contain('value="Stoa"');
  });

  it('that are no texts are read as JSON', async () => {
    const roles = { extension: 'desk', name: 'roles' };
    expect((await save({ ...roles, value: '{\r\n"owner": ["a:b"]\r\n}' })).status).to.equal(303);
    expect(await page()).to.contain('a:b');
    const { status, html } = await save({ ...roles, value: '{ owner' });
    expect([status, html.includes('This is no JSON')]).to.deep.equal([400, true]);
  });

  it('are refused as their schema says, at the field, with what was typed', async () => {
    const { status, html } = await save({ extension: '@shop', name: 'email', value: 'no address' });
    expect(status).to.equal(400);
    expect(html).to.contain('value="no address"').and.to.contain('desk-error');
    expect(html.match(/class="desk-error"/g)).to.have.length(1);
  });

  it('are not changed by the second of two people, who sees the value of now and what they typed', async () => {
    await save({ ...shopName, seen: 'Stoa', value: 'Of the first' });
    const { status, html } = await save({ ...shopName, seen: 'Stoa', value: 'Of the second' });
    expect(status).to.equal(409);
    expect(html).to.contain('value="Of the second"').and.to.contain('Its value is now: Of the first');
    expect(await page())
      .to.contain('Of the first')
      .and.not.to.contain('Of the second');
  });

  it('that there are not are not found', async () => {
    expect((await save({ extension: 'desk', name: 'none', value: '1' })).status).to.equal(404);
  });

  it('have a control that fits, and no secret', () => {
    const one = (schema: object, value: unknown = null) => ({ value, schema });
    const all = settingsIn({
      post: {
        rate: one({ type: 'number', description: 'Costs.' }, 2),
        isOpen: one({ type: 'boolean' }, false),
        mode: one({ enum: ['a', 'b'] }, 'a'),
        zones: one({ type: 'array' }, [1]),
        apiKey: one({ type: 'string' }, 'hidden'),
      },
    });
    expect(all.map(({ name, kind, text }) => [name, kind, text])).to.deep.equal([
      ['rate', 'number', '2'],
      ['isOpen', 'boolean', 'false'],
      ['mode', 'choice', 'a'],
      ['zones', 'json', '[\n  1\n]'],
      ['apiKey', 'secret', ''],
    ]);
  });
});
