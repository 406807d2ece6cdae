import { expect } from 'chai';
import { type ComponentType, createElement, Suspense, use } from 'react';
import { Area, Head, usePage } from '#extension-api';
import { type ComponentResult, createRenderer } from '../../src/pages/components/render-component.ts';
import { testShop } from '../support/test-config.ts';

const page = {
  routeId: 'homepage',
  path: '/',
  locale: 'en-IE',
  origin: 'https://shop.example',
  query: {},
  userId: null,
};

async function render(component: ComponentType, hydrate?: 'load', timeoutMs = 10_000): Promise<ComponentResult> {
  const renderer = createRenderer(
    new Map([['homepage/Tested', { component, isIsland: hydrate !== undefined, isCached: true }]]),
  );
  const [result] = await renderer({
    components: [{ id: 'homepage/Tested', props: {}, idPrefix: 'c' }],
    areas: { known: '[known]' },
    timeoutMs,
    page,
    shop: testShop,
    form: undefined,
    formKey: 'a-key',
  });
  if (result === undefined) throw new Error('nothing was rendered');
  return result;
}

function htmlOf(result: ComponentResult): string {
  return result.kind === 'rendered' ? result.html : `failed: ${result.error}`;
}

describe('createRenderer', () => {
  it('renders what a component waits for without a boundary', async () => {
    const promise = new Promise<string>((resolve) => setImmediate(resolve, 'late'));
    expect(htmlOf(await render(() => createElement('p', null, use(promise))))).to.equal('<p>late</p>');
  });

  it('renders what a boundary inside waits for, without a script', async () => {
    const promise = new Promise<string>((resolve) => setImmediate(resolve, 'late'.repeat(10_000)));
    const Late = () => use(promise);
    const html = htmlOf(await render(() => createElement(Suspense, { fallback: 'soon' }, createElement(Late))));
    expect(html)
      .to.include('latelate')
      .and.not.to.match(/soon|<script|hidden/);
  });

  it('gives up on what is never ready', async () => {
    const never = new Promise<string>(() => undefined);
    const result = await render(() => use(never), undefined, 50);
    expect(htmlOf(result)).to.match(/^failed: .*not ready after 50 ms/);
  });

  it('keeps what was thrown, whatever it is', async () => {
    const result = await render(() => {
      throw 'just text';
    });
    expect(result).to.deep.equal({ kind: 'failed', error: 'just text' });
  });

  it('collects heads and areas', async () => {
    const result = await render(() =>
      createElement('div', null, createElement(Head, { title: usePage().path }), createElement(Area, { id: 'known' })),
    );
    expect(result).to.deep.include({
      kind: 'rendered',
      html: '<div>[known]</div>',
      heads: [{ title: '/' }],
      areas: ['known'],
    });
  });

  it('renders nothing for an area in which nothing can stand', async () => {
    const result = await render(() => createElement('div', null, createElement(Area, { id: 'other' })));
    expect(htmlOf(result)).to.equal('<div></div>');
  });

  it('refuses areas in components that hydrate', async () => {
    expect(htmlOf(await render(() => createElement(Area, { id: 'known' }), 'load'))).to.match(/^failed: .*hydrates/);
  });
});
