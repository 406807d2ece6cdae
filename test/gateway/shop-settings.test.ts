import { expect } from 'chai';
import type { StoredSettings } from '#extensions';
import { createShopSettings } from '../../src/gateway/calls/shop-settings.ts';
import { extensionId } from '../support/database.ts';
import { testShop } from '../support/test-config.ts';

const post = extensionId('post');
const mira = { by: 'mira' };
const settings = {
  file: '/shop/post/settings.schema.json',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      key: { type: 'string' },
      rate: { type: 'number', maximum: 9 },
      note: { type: 'string', text: 'note' },
    },
  },
  values: Object.freeze({ key: 'a', rate: 1 }),
  live: ['rate', 'note'],
};

const texts = { en: { note: 'A note', 'note.hint': 'Above all pages' }, de: { note: 'Ein Hinweis' } };

/** Settings over these stored values. `store.current` is what changes. */
function open(
  stored: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>> = {},
  rules: Readonly<Record<string, unknown>> = {},
) {
  const described = { ...settings, schema: { ...settings.schema, ...rules } };
  const state = (own: Readonly<Record<string, unknown>>, ended: number): StoredSettings => {
    const values = new Map([
      ['post', own],
      ['@shop', facts],
    ]);
    return { get: (extension) => values.get(extension), ended };
  };
  const store = {
    current: state(stored, 0),
    async change(_extension: string, values: Readonly<Record<string, unknown>>) {
      store.current = state({ ...store.current.get('post'), ...values }, store.current.ended + 1);
    },
  };
  return {
    store,
    ...createShopSettings(
      { shop: testShop, file: '/shop/gateway.yaml' },
      [{ id: post, settings: described, texts }],
      store,
    ),
  };
}

describe('settings of a shop', () => {
  it('are one frozen object for all requests between two changes', async () => {
    const { of, change } = open({ rate: 2 });
    const values = of(post, {});
    expect(values).to.deep.equal({ key: 'a', rate: 2 });
    expect(Object.isFrozen(values)).to.equal(true);
    expect(of(post, {})).to.equal(values);
    await change('post', { note: 'x' }, mira);
    expect(of(post, {})).to.deep.equal({ key: 'a', rate: 2, note: 'x' });
  });

  it('are listed with their schemas, without those that only the operator sets', () => {
    const all = open({ rate: 2, key: 'stolen' }, { name: 'New name' }).list();
    expect(all.post).to.deep.equal({
      rate: { value: 2, schema: { type: 'number', maximum: 9 } },
      note: { value: null, schema: { type: 'string', title: 'A note', description: 'Above all pages' } },
    });
    expect(open({}).list('de')).to.have.nested.property('post.note.schema.title', 'Ein Hinweis');
    expect(all).to.have.nested.property('@shop.name.value', 'New name');
    expect(all).to.have.nested.property('@shop.name.schema.type', 'string');
  });

  it('stay as a request has seen them first', async () => {
    const { of, change } = open({});
    const scope = {};
    expect(of(post, scope).rate).to.equal(1);
    await change('post', { rate: 3 }, mira);
    expect(of(post, scope).rate).to.equal(1);
    expect(of(post, {}).rate).to.equal(3);
  });

  it('are taken together where one asks for the other', async () => {
    const { change, of, findings } = open({ rate: 2 }, {}, { dependentRequired: { note: ['rate'] } });
    const { findings: ofBoth, of: both } = open({ rate: 2, note: 'x' }, {}, { dependentRequired: { rate: ['note'] } });
    expect(await change('post', { note: 'x' }, mira)).to.deep.equal({ rate: 2, note: 'x' });
    expect([of(post, {}), both(post, {})]).to.deep.equal([
      { key: 'a', rate: 2, note: 'x' },
      { key: 'a', rate: 2, note: 'x' },
    ]);
    expect([...findings, ...ofBoth]).to.deep.equal([]);
  });

  it('have the default, with a finding, where a newer schema refuses what is stored', async () => {
    const { of, findings, change } = open({ rate: 10, note: 'x', key: 'stolen', gone: 1 });
    expect(of(post, {})).to.deep.equal({ key: 'a', rate: 1, note: 'x' });
    expect(findings).to.have.length(1);
    expect(findings[0]).to.deep.include({
      code: 'SETTING_REFUSED',
      severity: 'warning',
      where: { file: settings.file, line: 1 },
      what: 'the shop has stored a value of "rate" that this schema refuses, so it has its default: "rate" must be at most 9',
    });
    expect(await change('post', { note: 'y' }, mira)).to.deep.equal({ rate: 1, note: 'y' });
  });

  it('have facts about the shop, one object between two changes of a fact, without those that are refused', async () => {
    const { shopOf, change, store } = open({}, { name: 'Kontor', email: 'mira', currency: 'USD' });
    const scope = {};
    const facts = shopOf(scope);
    expect(facts).to.deep.equal({ ...testShop, name: 'Kontor' });
    await change('post', { note: 'x' }, mira);
    expect(shopOf({})).to.equal(facts);
    store.current = { get: (extension) => (extension === '@shop' ? { name: 'Handel' } : undefined), ended: 0 };
    expect(shopOf({}).name).to.equal('Handel');
    expect(shopOf(scope)).to.deep.equal(facts);
    store.current = { get: () => undefined, ended: 0 };
    expect(shopOf({})).to.equal(testShop);
  });

  it('name a stored fact that the schema refuses', () => {
    const [finding, ...others] = open({}, { email: 'mira' }).findings;
    expect(others).to.deep.equal([]);
    expect(finding).to.deep.include({ code: 'SETTING_REFUSED', severity: 'warning' });
    expect(finding?.fix).to.equal('Set it again: mutation { changeSettings(values: { email: ... }) }.');
  });

  for (const [situation, extension, values, message] of [
    ['an extension without any', 'other', {}, '"other" is no extension with live settings.'],
    ['more than a call can take', 'post', { note: 'n'.repeat(8_200) }, 'have at most 8192 bytes'],
  ] as const)
    it(`refuse ${situation}`, async () => {
      const refused = await open({})
        .change(extension, values, mira)
        .catch((error: unknown) => error);
      expect(String(refused)).to.include(message);
    });
});
