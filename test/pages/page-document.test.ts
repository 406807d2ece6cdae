import { expect } from 'chai';
import { createElement, type FunctionComponent } from 'react';
import { Area, Head, usePage } from '#extension-ui';
import { orderByArea } from '../../src/pages/components/component-order.ts';
import { componentId, type PageComponent } from '../../src/pages/components/page-component.ts';
import { type ComponentResult, createRenderer } from '../../src/pages/components/render-component.ts';
import { buildDocument } from '../../src/pages/document/page-document.ts';
import { extensionId } from '../support/database.ts';
import { testShop } from '../support/test-config.ts';

const page = {
  routeId: 'shelf',
  path: '/shelf',
  locale: 'en-IE',
  origin: 'https://shop.example',
  query: {},
  userId: null,
};

describe("a page's document", () => {
  it('puts components into areas, and areas into components', async () => {
    const { body } = await documentOf([
      component(
        'Frame',
        'content',
        () => [createElement('p', { key: 1 }, 'frame'), createElement(Area, { key: 2, id: 'inner' })],
        {
          areas: ['inner'],
        },
      ),
      component('Inner', 'inner', () => createElement('b', null, usePage().path)),
      component('Top', 'header', () => 'top'),
    ]);
    expect(body).to.equal('<header>top</header><main id="content" tabindex="-1"><p>frame</p><b>/shelf</b></main>');
  });

  it('shows an area that two components offer once', async () => {
    const twice = () => [createElement(Area, { key: 1, id: 'inner' }), createElement(Area, { key: 2, id: 'inner' })];
    const { body } = await documentOf([
      component('Frame', 'content', twice, { areas: ['inner'] }),
      component('Inner', 'inner', () => 'inner'),
    ]);
    // React sets two texts apart by a comment.
    expect(body).to.equal('<main id="content" tabindex="-1">inner<!-- --></main>');
  });

  it('shows an area below the content when the component that offers it is left out', async () => {
    const components = [
      component('Frame', 'content', () => createElement(Area, { id: 'inner' }), { areas: ['inner'] }),
      component('Inner', 'inner', () => 'inner'),
    ];
    const { body } = await documentOf(components, ['Frame']);
    expect(body).to.equal('<main id="content" tabindex="-1">inner</main>');
  });

  it('has the areas of header and footer at their end, unless a component offers them', async () => {
    const links = ['headerLinks', 'footerLinks'].map((area) => component(area, area, () => area));
    const { body } = await documentOf([...links, component('Top', 'header', () => 'top ')]);
    const main = '<main id="content" tabindex="-1">nothing $& here</main>';
    expect(body).to.equal(`<header>top headerLinks</header>${main}<footer>footerLinks</footer>`);
    const frame = component(
      'Frame',
      'header',
      () => createElement('nav', null, createElement(Area, { id: 'headerLinks' })),
      {
        areas: ['headerLinks'],
      },
    );
    const framed = await documentOf([...links, frame]);
    expect(framed.body).to.equal(`<header><nav>headerLinks</nav></header>${main}<footer>footerLinks</footer>`);
    const broken = await documentOf([...links, frame], ['Frame']);
    expect(broken.body).to.equal(`<header>headerLinks</header>${main}<footer>footerLinks</footer>`);
  });

  it('has no element for an area whose components render nothing', async () => {
    const parts = ['header', 'content', 'sidebar', 'footer'];
    const { body } = await documentOf(parts.map((area, index) => component(`C${index}`, area, () => null)));
    expect(body).to.equal('<main id="content" tabindex="-1">nothing $& here</main>');
  });

  it('has no element for a sidebar with nothing in it before a footer', async () => {
    const { body } = await documentOf([
      component('Side', 'sidebar', () => null),
      component('Foot', 'footer', () => 'foot'),
      component('Main', 'content', () => 'main'),
    ]);
    expect(body).to.equal('<main id="content" tabindex="-1">main</main><footer>foot</footer>');
  });

  it('has the title that a component gives', async () => {
    const { head } = await documentOf([component('Shelf', 'content', () => createElement(Head, { title: 'a shelf' }))]);
    expect(head).to.include('<title>a shelf</title>');
  });

  it('has preloads in the head', async () => {
    const { head, body } = await documentOf([
      component('Picture', 'content', () => createElement('img', { src: '/a.svg', alt: '' })),
    ]);
    expect(head).to.include('<link rel="preload" as="image" href="/a.svg"/>');
    expect(body).to.equal('<main id="content" tabindex="-1"><img src="/a.svg" alt=""/></main>');
  });
});

interface Tested extends PageComponent {
  readonly render: FunctionComponent;
}

/** What stands between <body> and </body>, and the head before it. */
async function documentOf(components: readonly Tested[], leftOut: readonly string[] = []) {
  const present = components.filter(({ name }) => !leftOut.includes(name));
  const modules = present.map(
    (one) => [componentId(one), { component: one.render, isIsland: false, isCached: true }] as const,
  );
  const rendered = await createRenderer(new Map(modules))({
    components: present.map((one) => ({ id: componentId(one), props: {}, idPrefix: 'c-' })),
    areas: Object.fromEntries(['inner', ...components.map(({ layout }) => layout.areaId)].map((id) => [id, `[${id}]`])),
    timeoutMs: 60_000,
    page,
    shop: testShop,
    form: undefined,
    formKey: 'a-key',
  });
  const results = new Map<PageComponent, ComponentResult>(
    present.flatMap((one, index) => {
      const result = rendered[index];
      return result === undefined ? [] : [[one, result]];
    }),
  );
  const { html } = buildDocument(
    {
      layout: orderByArea(components),
      links: '',
      islands: { loader: undefined, modules: new Map() },
      isPrivate: false,
      developmentScript: undefined,
      areaText: (id) => `[${id}]`,
    },
    {
      shop: testShop,
      head: {},
      emptyMain: 'nothing $& here',
      page,
      results,
      propsOf: () => ({}),
      items: new Map(),
      idPrefixOf: () => 'c-',
      islandContext: undefined,
      formOf: () => undefined,
    },
  );
  const [, head, body] = /^(.*)<\/head><body>(.*)<\/body><\/html>$/s.exec(html) ?? [];
  return { head, body };
}

function component(
  name: string,
  areaId: string,
  render: FunctionComponent,
  more: Partial<Pick<PageComponent, 'areas' | 'hydrate'>> = {},
): Tested {
  return {
    extension: extensionId('shelf'),
    group: 'shelf',
    name,
    file: `/shelf/pages/shelf/${name}.tsx`,
    layout: { areaId, sortOrder: 1 },
    query: undefined,
    hydrate: undefined,
    areas: [],
    render,
    ...more,
  };
}
