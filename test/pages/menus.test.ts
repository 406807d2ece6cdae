import { expect } from 'chai';
import type { PageConfig } from '#config';
import { markHere } from '../../src/extension-locale.ts';
import { createMenus } from '../../src/pages/menus.ts';

const shop = {
  name: 'Shop',
  locale: 'de',
  locales: ['en', 'de'],
  direction: 'ltr',
  currency: 'EUR',
  decimals: 2,
  country: 'IE',
  timeZone: 'UTC',
} as const;

const entry = (path: string, page: Partial<PageConfig>): PageConfig => {
  return { path, access: 'private', permissions: [], query: [], ...page };
};

const pages = new Map([
  ['orders', entry('/orders', { permissions: ['orders:write'], menu: { name: 'staff', group: 'b', text: 'orders' } })],
  ['late', entry('/late', { menu: { name: 'staff', group: 'a', sortOrder: 20, text: 'late' } })],
  ['soon', entry('/soon', { menu: { name: 'staff', group: 'a', sortOrder: -5, text: 'soon' } })],
  ['other', entry('/other', { access: 'public', menu: { name: 'other', text: 'late' } })],
  ['none', entry('/none', {})],
]);

const ownPages = [...pages].map(([group, page]) => ({ group, page, places: new Map() }));
const texts = { en: { orders: 'Orders', late: 'Late', soon: 'Soon' }, de: { orders: 'Bestellungen' } };
const menusOf = createMenus([{ ownPages, texts }], pages);

const callerOf = (userId: string | null, permissions: readonly string[] = []) => ({ page: { userId }, permissions });

describe('menus', () => {
  const labels = (caller: ReturnType<typeof callerOf>) => menusOf(caller, shop).staff?.map(({ label }) => label);

  it('are in the order of their groups, and of the entries in each, in the words of the page', () => {
    expect(menusOf(callerOf('ann', ['orders:write']), shop).staff).to.deep.equal([
      { routeId: 'soon', label: 'Soon', path: '/de/soon', group: 'a' },
      { routeId: 'late', label: 'Late', path: '/de/late', group: 'a' },
      { routeId: 'orders', label: 'Bestellungen', path: '/de/orders', group: 'b' },
    ]);
  });

  it('have what the caller may see', () => {
    expect(labels(callerOf('ann'))).to.deep.equal(['Soon', 'Late']);
    expect(menusOf(callerOf(null), shop)).to.have.all.keys('other');
  });

  it('do not have pages that are not served', () => {
    expect(createMenus([{ ownPages, texts }], new Map())(callerOf('ann'), shop)).to.deep.equal({});
  });

  for (const [path, here] of [
    ['/desk', 'desk'],
    ['/desk/orders', 'orders'],
    ['/desk/orders/7', 'orders'],
    ['/desk/ordersets', 'desk'],
    ['/else', undefined],
  ] as const)
    it(`mark ${here ?? 'no entry'} on ${path}`, () => {
      const entries = ['desk', 'desk/orders'].map((name) => ({
        routeId: name.split('/').at(-1) ?? '',
        label: name,
        path: `/${name}`,
        group: undefined,
      }));
      expect(markHere(entries, path).find(({ isHere }) => isHere)?.routeId).to.equal(here);
    });
});
