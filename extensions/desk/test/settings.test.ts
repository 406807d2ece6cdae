import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { sentValue, settingsIn } from '../src/setting.ts';

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
      .to.contain('Name of the shop')
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

  it('lead back to their form, saved or refused, since the page is long', async () => {
    const formOf = (html: string) => /<form id="@shop\.name"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    const { location = '' } = await save({ ...shopName, value: 'Corner Shop' });
    expect(location).to.equal('/desk/settings?saved=@shop.name#saved');
    const { html } = await shop.page(location, { token });
    expect(formOf(html)).to.contain('id="saved"').and.to.contain('action="/desk/settings#@shop.name"');
    expect(html.match(/id="saved"/g)).to.have.length(1);
    const refused = await save({ ...shopName, value: 'a'.repeat(101) });
    expect(formOf(refused.html)).to.contain('role="alert"').and.to.contain('action="/desk/settings#@shop.name"');
    await save({ ...shopName, value: '' });
  });

  it('that are objects and lists have fields, and are read as JSON from programs', async () => {
    const roles = { extension: 'desk', name: 'roles' };
    expect((await save({ ...roles, value: '{\r\n"owner": ["a:b"]\r\n}' })).status).to.equal(303);
    expect(await page()).to.contain('value="a:b"');
    const { status, html } = await save({ ...roles, value: '{ owner' });
    expect([status, html.includes('This is no JSON')]).to.deep.equal([400, true]);
    const fields = {
      ...{ 'value/0/name': 'owner', 'value/0/value': 'a:b,\r\nc:d' },
      ...{ 'value/1/name': 'gone', 'value/1/value': 'e:f', 'value/1/remove': 'true' },
      ...{ 'value/2/name': 'clerk', 'value/2/value': 'g:h' },
      ...{ 'value/3/name': '', 'value/3/value': '' },
    };
    expect((await save({ ...roles, ...fields })).status).to.equal(303);
    const saved = await page();
    expect(saved).to.contain('value="a:b, c:d"').and.to.contain('value="g:h"').and.not.to.contain('e:f');
    const refused = await save({ ...roles, ...fields, 'value/2/value': 'no permission' });
    expect(refused.status).to.equal(400);
    expect(refused.html).to.contain('value="no permission"').and.to.contain('value/3/name');
  });

  for (const [what, field, row, says] of [
    ['a value without a name', 'value/1/name', { 'value/1/name': '', 'value/1/value': 'a:b' }, 'Enter a name'],
    [
      'a name that is there twice',
      'value/2/name',
      {
        ...{ 'value/1/name': 'clerk', 'value/1/value': 'a:b' },
        ...{ 'value/2/name': 'clerk', 'value/2/value': 'c:d' },
      },
      'Another entry has this name',
    ],
  ] as const)
    it(`refuse ${what}, at the name`, async () => {
      const fields = { 'value/0/name': 'owner', 'value/0/value': '', ...row };
      const { status, html } = await save({ extension: 'desk', name: 'roles', ...fields });
      expect(status).to.equal(400);
      expect(html).to.contain(`${field}-error" class="desk-error">${says}`).and.to.contain('value="a:b"');
      expect(html.match(/class="desk-error"/g)).to.have.length(1);
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

  it('have fields that fit their schemas, and no secret', () => {
    const one = (schema: object, value: unknown = null) => ({ value, schema });
    const zone = { type: 'object', properties: { to: { type: 'array', items: { type: 'string' } } } };
    const colour = { anyOf: [{ type: 'string' }, { type: 'object', properties: { light: { type: 'string' } } }] };
    const all = settingsIn(
      {
        post: {
          rate: one({ type: 'number' }, 2),
          from: one({ type: 'integer', format: 'money', maximum: 5000 }, 490),
          isOpen: one({ type: 'boolean' }, false),
          mode: one({ enum: ['a', 'b'] }, 'a'),
          zones: one({ type: 'array', items: zone }, [{ to: ['DE'] }]),
          days: one({ type: 'array', items: { type: 'integer' } }, [2, 3]),
          colours: one(
            { type: 'object', additionalProperties: { $ref: '#/$defs/c' }, $defs: { c: colour } },
            { a: '#1' },
          ),
          any: one({}, [1]),
          apiKey: one({ type: 'string' }, null),
        },
      },
      { decimals: 2 },
    );
    expect(all.map(({ name, described, text }) => [name, described.shape.kind, text])).to.deep.equal([
      ['rate', 'number', '2'],
      ['from', 'money', '4.90'],
      ['isOpen', 'boolean', 'false'],
      ['mode', 'choice', 'a'],
      ['zones', 'rows', '[\n  {\n    "to": [\n      "DE"\n    ]\n  }\n]'],
      ['days', 'list', '2, 3'],
      ['colours', 'named', '{\n  "a": "#1"\n}'],
      ['any', 'json', '[\n  1\n]'],
      ['apiKey', 'secret', ''],
    ]);
    const read = (name: string, texts: object) => {
      const setting = all.find((each) => each.name === name);
      return setting === undefined ? undefined : sentValue(setting, { ...texts });
    };
    expect(read('zones', { 'value/0/to': 'DE, FR\nES', 'value/1/to': '' })).to.deep.equal([{ to: ['DE', 'FR', 'ES'] }]);
    expect(read('zones', { 'value/0/to': '' })).to.equal(null);
    expect(read('days', { value: '1, x' })).to.deep.equal([1, 'x']);
    expect(read('rate', { value: '' })).to.equal(null);
    expect(read('from', { value: '4,9' })).to.equal(490);
    const yen = settingsIn({ post: { from: one({ type: 'integer', format: 'money' }, 490) } }, { decimals: 0 })[0];
    expect(yen?.text).to.equal('490');
    if (yen !== undefined) expect(sentValue(yen, { value: '500' })).to.equal(500);
    expect(read('from', { value: '' })).to.equal(null);
    expect(read('from', { value: '50' })).to.equal(5000);
    expect(() => read('from', { value: '50.01' })).to.throw('setting.tooMuch');
    expect(read('isOpen', { value: 'true' })).to.equal(true);
    const sent = { 'value/0/name': 'a', 'value/0/value': '#1', 'value/1/name': 'b', 'value/1/value/light': '#2' };
    expect(read('colours', sent)).to.deep.equal({ a: '#1', b: { light: '#2' } });
    // What a browser sends of the row that stays empty.
    const empty = { 'value/2/name': '', 'value/2/value/light': '#000000', 'value/2/value/dark': '#000000' };
    expect(read('colours', { ...sent, ...empty })).to.deep.equal({ a: '#1', b: { light: '#2' } });
    expect(() => read('colours', { ...sent, ...empty, 'value/2/value/dark': '#336699' })).to.throw();
  });
});
