import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { RequestError } from '#base';
import { buildRouteTable, type RouteTable } from '../../src/rest/route-table.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { type EndpointSketch, testManifest } from '../support/test-manifests.ts';

function tableOf(endpoints: Readonly<Record<string, EndpointSketch>>): RouteTable {
  return buildRouteTable([testManifest('shop', endpoints)], {}).table;
}

function refusal(action: () => unknown): RequestError {
  try {
    action();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const table = tableOf({
  listFoos: { path: '/foos', methods: ['GET', 'POST'] },
  getFoo: { path: '/foos/:id' },
  newFoo: { path: '/foos/new' },
  removeFoo: { path: '/foos/:fooId', methods: ['DELETE'] },
  getPart: { path: '/foos/:id/parts/:part' },
  deep: { path: '/a/:b/c' },
  root: { path: '/' },
});

describe('the route table', () => {
  const found = (method: string, path: string): readonly [string, Record<string, string>] => {
    const { endpoint, params } = table.find(method, path);
    return [endpoint.routeId, { ...params }];
  };

  context('when a path fits a route', () => {
    for (const [method, path, routeId, params] of [
      ['GET', '/', 'root', {}],
      ['POST', '/foos', 'listFoos', {}],
      ['HEAD', '/foos', 'listFoos', {}],
      ['GET', '/foos/7', 'getFoo', { id: '7' }],
      ['GET', '/foos/new', 'newFoo', {}],
      ['GET', '/foos/newer', 'getFoo', { id: 'newer' }],
      ['DELETE', '/foos/7', 'removeFoo', { fooId: '7' }],
      ['DELETE', '/foos/new', 'removeFoo', { fooId: 'new' }],
      ['GET', '/foos/a%20b/parts/c%2Fd%25%3F', 'getPart', { id: 'a b', part: 'c/d%?' }],
      ['GET', '/foos/%C3%A9', 'getFoo', { id: 'é' }],
      ['GET', '/foos/..', 'getFoo', { id: '..' }],
      ['GET', `/foos/${'x'.repeat(10_000)}`, 'getFoo', { id: 'x'.repeat(10_000) }],
    ] as const) {
      it(`finds ${method} ${path.slice(0, 40)} as ${routeId}`, () => {
        expect(found(method, path)).to.deep.equal([routeId, params]);
      });
    }
  });

  context('when a path fits none', () => {
    for (const path of [
      '/foos/',
      '/FOOS',
      '//foos',
      '/foos//',
      '/foos//parts/1',
      '/bar',
      '/foos/1/parts',
      '/a//c',
      '/../foos',
      '/%2Ffoos',
    ]) {
      it(`answers 404 for ${path}`, () => {
        expect(refusal(() => table.find('GET', path))).to.include({ status: 404, code: 'NOT_FOUND' });
      });
    }
  });

  context('when the path fits, but not with this method', () => {
    for (const [method, path, allow] of [
      ['PUT', '/foos', 'GET, HEAD, POST'],
      ['OPTIONS', '/foos', 'GET, HEAD, POST'],
      ['POST', '/foos/new', 'DELETE, GET, HEAD'],
      ['TRACE', '/', 'GET, HEAD'],
    ] as const) {
      it(`answers 405 for ${method} ${path} and allows ${allow}`, () => {
        const error = refusal(() => table.find(method, path));
        expect(error).to.include({ status: 405, code: 'METHOD_NOT_ALLOWED' });
        expect(error.headers).to.deep.equal({ allow });
      });
    }

    it('refuses HEAD where there is no GET', () => {
      const posts = tableOf({ addFoo: { path: '/foos', methods: ['POST'] } });
      expect(refusal(() => posts.find('HEAD', '/foos')).headers).to.deep.equal({ allow: 'POST' });
    });
  });

  for (const path of ['/foos/%', '/foos/%zz', '/foos/%ff', '/%E0%A4%A']) {
    it(`answers 400 for the malformed percent-encoding of ${path}`, () => {
      expect(refusal(() => table.find('GET', path))).to.include({ status: 400, code: 'BAD_USER_INPUT' });
    });
  }

  context('when two extensions have routes of one method and shape', () => {
    const { findings } = buildRouteTable(
      [
        testManifest('first', { getFoo: { path: '/foos/:id', methods: ['GET', 'PUT'] } }),
        testManifest('second', {
          showFoo: { path: '/foos/:fooId' },
          dropFoo: { path: '/foos/:x', methods: ['DELETE'] },
        }),
      ],
      {},
    );

    it('reports the collision with both places, and nothing else', () => {
      expect(findings).to.have.lengthOf(1);
      expect(findings[0]).to.deep.include({
        code: 'ROUTE_COLLISION',
        severity: 'error',
        where: { file: '/shop/extensions/second/api/showFoo/route.json' },
        related: [{ file: '/shop/extensions/first/api/getFoo/route.json' }],
      });
      expect(findings[0]?.what)
        .to.include('second.showFoo')
        .and.to.include('first.getFoo')
        .and.to.include('GET /foos/:fooId');
    });
  });

  context('when a route has the path of a page', () => {
    const pages = { productPage: { path: '/products/:productId', access: 'public' } } as const;

    it('reports a GET route with both places', () => {
      const manifest = testManifest('shop', { getProduct: { path: '/products/:id' } });
      const { findings } = buildRouteTable([manifest], pages, { file: '/shop/gateway.yaml' });
      expect(findings.map(({ code, related }) => ({ code, related }))).to.deep.equal([
        { code: 'ROUTE_COLLISION', related: [{ file: '/shop/gateway.yaml' }] },
      ]);
    });

    it('accepts a POST route there, since pages are only read', () => {
      const manifest = testManifest('shop', { editProduct: { path: '/products/:id', methods: ['POST'] } });
      expect(buildRouteTable([manifest], pages).findings).to.deep.equal([]);
    });
  });

  it('reports a schema that does not compile', () => {
    const schemas = { params: undefined, query: undefined, body: { type: 'strng' } };
    const { findings } = buildRouteTable([testManifest('shop', { addFoo: { path: '/foos', schemas } })], {});
    expect(findings.map(({ code }) => code)).to.deep.equal(['ROUTE_JSON_INVALID']);
  });

  it('does not keep the table before it, and so not all earlier ones', async () => {
    const manifests = [testManifest('shop', { getFoo: { path: '/foos/:id' } })];
    const [next, before] = replaceTable(manifests);
    await turn();
    collectGarbage();
    expect(before.deref()).to.equal(undefined);
    expect(next.find('GET', '/foos/7').params).to.deep.equal({ id: '7' });
  });
});

/** The next table, and a reference to the one before that does not keep it. */
function replaceTable(manifests: Parameters<typeof buildRouteTable>[0]): readonly [RouteTable, WeakRef<RouteTable>] {
  const before = buildRouteTable(manifests, {}).table;
  return [buildRouteTable(manifests, {}, { before }).table, new WeakRef(before)];
}
