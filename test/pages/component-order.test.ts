import { expect } from 'chai';
import { orderByArea } from '../../src/pages/components/component-order.ts';
import type { PageComponent } from '../../src/pages/components/page-component.ts';
import { extensionId } from '../support/test-manifests.ts';

function component(extension: string, name: string, sortOrder: number): PageComponent {
  return {
    extension: extensionId(extension),
    group: 'homepage',
    name,
    file: `/shop/${extension}/${name}.tsx`,
    layout: { areaId: 'content', sortOrder },
    query: undefined,
    hydrate: undefined,
    areas: [],
  };
}

describe('the order of components', () => {
  it('goes by sortOrder, then by the order of extensions, then by name', () => {
    const layout = orderByArea([
      component('zoo', 'Beta', 1),
      component('zoo', 'Alpha', 1),
      component('zoo', 'Last', 2),
      component('ant', 'Alpha', 1),
      component('ant', 'First', -0.5),
    ]);
    const order = layout.get('content')?.map(({ extension, name }) => `${extension}.${name}`);
    expect(order).to.deep.equal(['ant.First', 'zoo.Alpha', 'zoo.Beta', 'ant.Alpha', 'zoo.Last']);
  });
});
