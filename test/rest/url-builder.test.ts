import { expect } from 'chai';
import { RequestError } from '../../src/base/request-error.ts';
import { buildUrlBuilder } from '../../src/rest/url-builder.ts';
import { testManifest } from '../support/test-manifests.ts';

const url = buildUrlBuilder({
  endpoints: [
    testManifest('foo', {
      createFoo: { path: '/foos' },
      getFoo: { path: '/foos/:id' },
      homepage: { path: '/foo-home' },
    }),
    testManifest('bar', { getFoo: { path: '/bars/:id/foos/:foo' }, getBar: { path: '/bars/:id' } }),
  ].flatMap(({ endpoints }) => endpoints),
  pages: { homepage: { path: '/' }, productPage: { path: '/products/:productId' } },
});

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
});
