import { expect } from 'chai';
import { type ComponentType, createElement, use, useId } from 'react';
import { Area, Head, useFormKey, usePage } from '#extension-api';
import type { PageComponent } from '../../src/pages/components/page-component.ts';
import { createRenderer, type Rendered, type RenderRequest } from '../../src/pages/components/render-component.ts';
import { KeptRenderings } from '../../src/pages/kept-renderings.ts';
import { extensionId } from '../support/database.ts';
import { testShop } from '../support/test-config.ts';

type Props = Readonly<Record<string, unknown>>;

interface Visit {
  readonly props?: Props;
  readonly path?: string;
  readonly formKey?: string;
  readonly idPrefix?: string;
}

const tested: PageComponent = {
  extension: extensionId('tested'),
  group: 'homepage',
  name: 'Tested',
  file: '/Tested.tsx',
  layout: { areaId: 'content', sortOrder: 10 },
  query: undefined,
  hydrate: undefined,
  areas: [],
};

/** Shows a component to guests, as a gateway does, and says whether it was rendered for each. */
function gallery(component: ComponentType<Props>, { isCached = true, maxBytes = 1 << 20 } = {}) {
  const kept = new KeptRenderings({ maxBytes });
  const renderer = createRenderer(new Map([['homepage/Tested', { component, isIsland: false, isCached }]]));
  return async ({ props = {}, path = '/', formKey = 'key-of-first', idPrefix = 'c0-' }: Visit = {}) => {
    const page = {
      routeId: 'homepage',
      path,
      locale: 'en-IE',
      origin: 'https://shop.example',
      query: {},
      userId: null,
    };
    const placed = { props, idPrefix };
    const known = kept.find(tested, placed, { page, shop: testShop, formKey });
    if (known !== undefined) return { ...textOf(known), isKept: true };
    const result = await renderOnce(renderer, {
      page,
      formKey,
      components: [{ id: 'homepage/Tested', props, idPrefix }],
    });
    kept.keep(tested, result, { ...placed, page, shop: testShop, formKey });
    return { ...(result.kind === 'rendered' ? textOf(result) : { html: 'failed' }), isKept: false };
  };
}

async function renderOnce(
  renderer: ReturnType<typeof createRenderer>,
  request: Pick<RenderRequest, 'page' | 'formKey' | 'components'>,
  purity: RenderRequest['purity'] = 'assumed',
) {
  const others = { areas: { known: '[known]' }, timeoutMs: 60_000, shop: testShop, form: undefined, purity };
  const [result] = await renderer({ ...request, ...others });
  if (result === undefined) throw new Error('nothing was rendered');
  return result;
}

function textOf({ html, heads, areas }: Rendered) {
  return { html, heads, areas };
}

describe('KeptRenderings', () => {
  it('keeps HTML with its heads and areas', async () => {
    const show = gallery(() =>
      createElement('p', null, createElement(Head, { title: 'A' }), createElement(Area, { id: 'known' })),
    );
    const first = await show();
    expect(first).to.deep.include({ html: '<p>[known]</p>', heads: [{ title: 'A' }], areas: ['known'], isKept: false });
    expect(await show()).to.deep.equal({ ...first, isKept: true });
  });

  it('tells props apart', async () => {
    const show = gallery(({ name }) => createElement('p', null, String(name)));
    await show({ props: { name: 'a' } });
    expect(await show({ props: { name: 'b' } })).to.include({ html: '<p>b</p>', isKept: false });
    expect(await show({ props: { name: 'a' } })).to.include({ html: '<p>a</p>', isKept: true });
  });

  it('tells values of the page apart that the component reads, and no others', async () => {
    const blind = gallery(() => createElement('p', null, 'blind'));
    await blind({ path: '/a' });
    expect(await blind({ path: '/b' })).to.include({ isKept: true });
    const reading = gallery(() => createElement('p', null, usePage().path));
    await reading({ path: '/a' });
    expect(await reading({ path: '/b' })).to.include({ html: '<p>/b</p>', isKept: false });
  });

  it('tells values apart that the component reads for some props only', async () => {
    const show = gallery(({ loud }) => createElement('p', null, loud === true ? usePage().path : 'quiet'));
    await show({ props: { loud: false }, path: '/a' });
    await show({ props: { loud: true }, path: '/a' });
    expect(await show({ props: { loud: true }, path: '/b' })).to.include({ html: '<p>/b</p>' });
    expect(await show({ props: { loud: true }, path: '/a' })).to.include({ html: '<p>/a</p>', isKept: true });
  });

  for (const [name, value] of Object.entries({
    'a map': new Map([['a', 1]]),
    'a date': new Date(0),
    'no number': Number.NaN,
    'minus zero': -0,
    'nothing defined': undefined,
  }))
    it(`does not keep what is rendered for ${name}, which JSON does not tell from other values`, async () => {
      const show = gallery(({ one }) => createElement('p', null, typeof one));
      await show({ props: { one: value } });
      expect(await show({ props: { one: value } })).to.include({ isKept: false });
      const plain: Props = JSON.parse(JSON.stringify({ one: value }));
      expect(await show({ props: plain })).to.include({ isKept: false });
      expect(await show({ props: { one: value } })).to.include({ isKept: false });
    });

  it('tells places apart for components with ids, and for no others', async () => {
    const named = gallery(() => createElement('p', { id: useId() }));
    const { html } = await named({ idPrefix: 'i0-1-' });
    expect(await named({ idPrefix: 'i0-2-' })).to.include({ html: html.replace('i0-1-', 'i0-2-'), isKept: false });
    expect(await named({ idPrefix: 'i0-1-' })).to.include({ html, isKept: true });
    const plain = gallery(() => createElement('p'));
    await plain({ idPrefix: 'i0-1-' });
    expect(await plain({ idPrefix: 'i0-2-' })).to.include({ isKept: true });
  });

  it('puts the form key of each page into what it keeps', async () => {
    const show = gallery(() => createElement('input', { name: 'key', defaultValue: useFormKey() }));
    await show({ formKey: 'key-of-first' });
    expect(await show({ formKey: 'key-of-second' })).to.include({
      html: '<input name="key" value="key-of-second"/>',
      isKept: true,
    });
  });

  it('does not keep what is made from a form key in another way', async () => {
    const shortened = gallery(() => createElement('p', null, useFormKey().slice(-6)));
    await shortened({ formKey: 'key-of-first' });
    expect(await shortened({ formKey: 'key-of-second' })).to.include({ html: '<p>second</p>', isKept: false });
    const inHead = gallery(() => createElement(Head, { title: useFormKey() }));
    await inHead();
    expect(await inHead()).to.include({ isKept: false });
  });

  it('does not keep a component that waits', async () => {
    const promise = new Promise<string>((resolve) => setImmediate(resolve, 'late'));
    const show = gallery(() => createElement('p', null, use(promise)));
    await show();
    expect(await show()).to.include({ html: '<p>late</p>', isKept: false });
  });

  it('does not keep a failure', async () => {
    let fails = true;
    const show = gallery(() => {
      if (fails) throw new Error('once');
      return createElement('p');
    });
    expect(await show()).to.include({ html: 'failed' });
    fails = false;
    expect(await show()).to.include({ html: '<p></p>', isKept: false });
    expect(await show()).to.include({ isKept: true });
  });

  it('does not keep a component with cached = false', async () => {
    const show = gallery(() => createElement('p'), { isCached: false });
    await show();
    expect(await show()).to.include({ isKept: false });
  });

  it('drops what was not used for longest when its bytes are spent', async () => {
    const show = gallery(({ name }) => createElement('p', null, String(name)), { maxBytes: 2_000 });
    for (let each = 0; each < 10; each++) await show({ props: { name: `${each}`.repeat(100) } });
    expect(await show({ props: { name: '9'.repeat(100) } })).to.include({ isKept: true });
    expect(await show({ props: { name: '0'.repeat(100) } })).to.include({ isKept: false });
  });

  it('does not keep what depends on a value that this version does not know', async () => {
    const kept = new KeptRenderings();
    const page = { routeId: 'homepage', path: '/', locale: 'en-IE', origin: '', query: {}, userId: null };
    const placed = { props: {}, idPrefix: 'c0-' };
    kept.keep(
      tested,
      { kind: 'rendered', html: '', heads: [], areas: [], reads: ['moon'], ms: 0 },
      { ...placed, page, shop: testShop, formKey: 'a-key' },
    );
    expect(kept.find(tested, placed, { page, shop: testShop, formKey: 'a-key' })).to.equal(undefined);
  });
});

describe('the check of components', () => {
  const isImpure = async (component: ComponentType<Props>, isCached = true) => {
    const renderer = createRenderer(new Map([['homepage/Tested', { component, isIsland: false, isCached }]]));
    const page = { routeId: 'homepage', path: '/', locale: 'en-IE', origin: '', query: {}, userId: null };
    const components = [{ id: 'homepage/Tested', props: {}, idPrefix: 'c0-' }];
    const result = await renderOnce(renderer, { page, formKey: 'a-key', components }, 'checked');
    return result.kind === 'rendered' && result.isImpure === true;
  };

  it('finds one that reads the clock, in its HTML and in its head', async () => {
    expect(await isImpure(() => createElement('p', null, new Date().getFullYear()))).to.equal(true);
    expect(await isImpure(() => createElement(Head, { title: String(Date.now()) }))).to.equal(true);
  });

  it('finds one that depends on chance', async () => {
    expect(await isImpure(() => createElement('p', null, Math.random()))).to.equal(true);
  });

  it('accepts others, and those that say it', async () => {
    const dated = () => createElement('p', null, new Date('2026-01-02').getFullYear(), useFormKey());
    expect(await isImpure(dated)).to.equal(false);
    expect(await isImpure(() => createElement('p', null, Date.now()), false)).to.equal(false);
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).to.be.below(60_000);
  });
});
