import { expect } from 'chai';
import { RequestError } from '#base';
import { createUrlBuilders } from '../../src/rest/url-builder.ts';
import { testManifest } from '../support/test-manifests.ts';

const urlsOf = createUrlBuilders({
  endpoints: [
    testManifest('foo', {
      createFoo: { path: '/foos' },
      getFoo: { path: '/foos/:id' },
      homepage: { path: '/foo-home' },
    }),
    testManifest('bar', { getFoo: { path: '/bars/:id/foos/:foo' }, getBar: { path: '/bars/:id' } }),
  ].flatMap(({ endpoints }) => endpoints),
  pages: { homepage: { path: '/' }, productPage: { path: '/products/:productId' } },
  locales: ['en-IE', 'de'],
});
const url = urlsOf();

describe('the url builder', () => {
  for (const [routeId, params, expected] of [
    ['createFoo', undefined, '/foos'],
    ['getBar', { id: 7 }, '/bars/7'],
    ['getBar', { id: false }, '/bars/false'],
    ['foo.getFoo', { id: 'a' }, '/foos/a'],
    ['bar.getFoo', { id: 'a', foo: 'b' }, '/bars/a/foos/b'],
    ['homepage', {}, '/'],
    ['foo.homepage', {}, '/foo-home'],
    ['productPage', { productId: 'a/b?c#d%é ' }, '/products/a%2Fb%3Fc%23d%25%C3%A9%20'],
    ['productPage', { productId: '...' }, '/products/...'],
  ] as const) {
    it(`makes ${expected} of ${routeId}`, () => {
      expect(url(routeId, params)).to.equal(expected);
    });
  }

  for (const [extension, routeId, expected] of [
    ['foo', 'getFoo', '/foos/1'],
    ['bar', 'getBar', '/bars/1'],
    ['foo', 'getBar', '/bars/1'],
    ['foo', 'homepage', '/foo-home'],
    ['bar', 'homepage', '/'],
  ] as const) {
    it(`makes ${expected} of ${routeId} for the extension ${extension}`, () => {
      expect(urlsOf(extension)(routeId, expected.includes('1') ? { id: 1 } : {})).to.equal(expected);
    });
  }

  it('refuses a name of two others to a third extension', () => {
    expect(() => urlsOf('third')('getFoo', { id: 1 })).to.throw('foo.getFoo or bar.getFoo');
  });

  for (const [situation, routeId, params, named] of [
    ['an unknown route', 'createFooo', {}, 'Did you mean "createFoo"?'],
    ['a name that every object has', 'constructor', {}, '"constructor"'],
    ['a name that two extensions share', 'getFoo', { id: 1 }, 'foo.getFoo or bar.getFoo'],
    ['a missing parameter', 'getBar', {}, '"id"'],
    ['a null parameter', 'getBar', { id: null }, '"id"'],
    ['a parameter too many', 'getBar', { id: 1, color: 'red' }, '"color"'],
    ['an object as a value', 'getBar', { id: { a: 1 } }, '"id"'],
    ['a number that is none', 'getBar', { id: Number.NaN }, '"id"'],
    ['an empty value', 'getBar', { id: '' }, '"id"'],
    ['the value "."', 'getBar', { id: '.' }, '"id"'],
    ['the value ".."', 'getBar', { id: '..' }, '"id"'],
    ['half a surrogate pair', 'getBar', { id: '\ud800' }, '"id"'],
  ] as const) {
    it(`refuses ${situation} by name`, () => {
      expect(() => url(routeId, params))
        .to.throw(RequestError)
        .that.satisfies((error: RequestError) => error.status === 400 && error.code === 'BAD_USER_INPUT')
        .and.property('message')
        .that.includes(named);
    });
  }

  it('begins with the locale, unless it is the default', () => {
    expect(urlsOf('foo', 'de')('getFoo', { id: 1 })).to.equal('/de/foos/1');
    expect(urlsOf(undefined, 'de')('foo.homepage')).to.equal('/de/foo-home');
    expect(urlsOf(undefined, 'de')('homepage')).to.equal('/de');
    expect(urlsOf(undefined, 'en-IE')('homepage')).to.equal('/');
  });
});
