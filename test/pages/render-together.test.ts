import { expect } from 'chai';
import { createElement, type FunctionComponent, Suspense, use } from 'react';
import { Area, Head, usePage } from '../../src/extension-ui.ts';
import type { PageComponent } from '../../src/pages/page-component.ts';
import { layOut } from '../../src/pages/page-layout.ts';
import { createTogetherRenderer, type TogetherRequest } from '../../src/pages/render-together.ts';
import { extensionId } from '../support/database.ts';

const page = { routeId: 'shelf', path: '/shelf', query: {}, userId: null };

describe('renderTogether', () => {
  it('puts components into areas, and areas into components', () => {
    const renderer = rendererOf([
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
    expect(renderer.render(request())?.html).to.equal(
      '<header>top</header><main id="content" tabindex="-1"><p>frame</p><b>/shelf</b></main>',
    );
  });

  it('shows an area that two components offer once', () => {
    const twice = () => [createElement(Area, { key: 1, id: 'inner' }), createElement(Area, { key: 2, id: 'inner' })];
    const renderer = rendererOf([
      component('Frame', 'content', twice, { areas: ['inner'] }),
      component('Inner', 'inner', () => 'inner'),
    ]);
    expect(renderer.render(request())?.html).to.equal('<main id="content" tabindex="-1">inner</main>');
  });

  it('shows an area below the content when the component that offers it is left out', () => {
    const renderer = rendererOf([
      component('Frame', 'content', () => createElement(Area, { id: 'inner' }), { areas: ['inner'] }),
      component('Inner', 'inner', () => 'inner'),
    ]);
    const leftOut = request((one) => (one.name === 'Frame' ? undefined : {}));
    expect(renderer.render(leftOut)?.html).to.equal('<main id="content" tabindex="-1">inner</main>');
  });

  it('has no element for an area whose components render nothing', () => {
    const parts = ['header', 'content', 'sidebar', 'footer'];
    const renderer = rendererOf(parts.map((area, index) => component(`C${index}`, area, () => null)));
    expect(renderer.render(request())?.html).to.equal('<main id="content" tabindex="-1">nothing $& here</main>');
  });

  it('has no element for a sidebar with nothing in it before a footer', () => {
    const renderer = rendererOf([
      component('Side', 'sidebar', () => null),
      component('Foot', 'footer', () => 'foot'),
      component('Main', 'content', () => 'main'),
    ]);
    expect(renderer.render(request())?.html).to.equal(
      '<main id="content" tabindex="-1">main</main><footer>foot</footer>',
    );
  });

  it('tells whose head is whose', () => {
    const shelf = component('Shelf', 'content', () => createElement(Head, { title: 'a shelf' }));
    expect(rendererOf([shelf]).render(request())?.heads).to.deep.equal([
      { component: shelf, props: { title: 'a shelf' } },
    ]);
  });

  it('takes preloads out of the body', () => {
    const body = rendererOf([
      component('Picture', 'content', () => createElement('img', { src: '/a.svg', alt: '' })),
    ]).render(request());
    expect(body?.preloads).to.equal('<link rel="preload" as="image" href="/a.svg"/>');
    expect(body?.html).to.equal('<main id="content" tabindex="-1"><img src="/a.svg" alt=""/></main>');
  });

  it('gives up where an island is, which has a tree of its own', () => {
    expect(rendererOf([component('Island', 'content', () => 'x', { hydrate: 'load' })]).render(request())).to.equal(
      undefined,
    );
  });

  it('gives up when a component waits, also inside a boundary of its own', () => {
    const late = new Promise<string>(() => undefined);
    const Late = () => use(late);
    const bounded = () => createElement(Suspense, { fallback: 'wait' }, createElement(Late));
    expect(rendererOf([component('Late', 'content', Late)]).render(request())).to.equal(undefined);
    expect(rendererOf([component('Bounded', 'content', bounded)]).render(request())).to.equal(undefined);
  });

  it('gives up when a component throws, until all have rendered well by themselves', () => {
    let isBroken = true;
    let calls = 0;
    const renderer = rendererOf([
      component('Moody', 'content', () => {
        calls++;
        if (isBroken) throw new Error('not today');
        return 'fine';
      }),
    ]);
    expect(renderer.render(request())).to.equal(undefined);
    isBroken = false;
    expect(renderer.render(request())).to.equal(undefined);
    expect(calls).to.equal(1);
    renderer.succeededApart();
    expect(renderer.render(request())?.html).to.include('fine');
  });
});

function rendererOf(components: readonly PageComponent[]) {
  return createTogetherRenderer({ layout: layOut(components), emptyMain: 'nothing $& here' }, components);
}

function request(propsOf: TogetherRequest['propsOf'] = () => ({})): TogetherRequest {
  return { propsOf, page, form: undefined };
}

function component(
  name: string,
  areaId: string,
  render: FunctionComponent,
  more: Partial<Pick<PageComponent, 'areas' | 'hydrate'>> = {},
): PageComponent {
  return {
    extension: extensionId('shelf'),
    group: 'shelf',
    name,
    file: `/shelf/pages/shelf/${name}.tsx`,
    layout: { areaId, sortOrder: 1 },
    query: undefined,
    hydrate: undefined,
    areas: [],
    component: render,
    ...more,
  };
}
