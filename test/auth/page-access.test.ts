import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { createLogger, RequestError } from '#base';
import { createEdge } from '#edge';
import type { Caller } from '#extension-api';
import { noDatabase } from '#postgres';
import { requirePageAccess } from '../../src/auth/require-access.ts';
import { rejection } from '../support/rejection.ts';
import { testConfig, testSession } from '../support/test-config.ts';

const guest: Caller = { kind: 'guest' };
const ann: Caller = { kind: 'user', id: 'ann', permissions: [] };
const pages = {
  account: { path: '/account', access: 'private', permissions: [], query: [], notFoundWhenNull: undefined },
  signIn: { path: '/sign-in', access: 'public', permissions: [], query: ['next'], notFoundWhenNull: undefined },
} as const;
const auth = (signInPage: string | undefined) => ({
  ...testConfig().auth,
  session: { ...testSession, signInPage },
});

/** The answer to a request for a page; `shown` when the caller may see it. */
async function visit(
  target: string,
  { caller = guest, access = 'private', signInPage = 'signIn', method = 'GET' }: Visit = {},
): Promise<{ readonly status: number; readonly location: string | null; readonly body: string }> {
  const config = testConfig({ pages, auth: auth(signInPage === null ? undefined : signInPage) });
  const edge = await createEdge(config.server, { logger: createLogger('silent'), table: noDatabase.rates });
  const { promise: thrown, reject } = Promise.withResolvers<never>();
  const server = createServer((request, response) => {
    try {
      if (requirePageAccess({ config, edge }, caller, { request, response, page: { access, permissions: [] } }))
        response.end('shown');
    } catch (error) {
      reject(error);
      response.end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  try {
    const asked = fetch(`http://127.0.0.1:${address.port}${target}`, { method, redirect: 'manual' });
    const response = await Promise.race([asked, thrown]);
    return { status: response.status, location: response.headers.get('location'), body: await response.text() };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Visit {
  readonly caller?: Caller;
  readonly access?: 'public' | 'private';
  /** Null for none. */
  readonly signInPage?: string | null;
  readonly method?: string;
}

describe('a page', () => {
  for (const [who, options] of [
    ['a guest on a public page', { access: 'public' }],
    ['a user on a private page', { caller: ann }],
    ['a user on a public page', { caller: ann, access: 'public' }],
  ] as const) {
    it(`is shown to ${who}`, async () => {
      expect(await visit('/account', options)).to.include({ status: 200, body: 'shown' });
    });
  }

  context('that is private, asked for by a guest', () => {
    for (const [target, next] of [
      ['/account', '%2Faccount'],
      ['/account?tab=orders&page=2', '%2Faccount%3Ftab%3Dorders%26page%3D2'],
      ['/account?next=https://evil.example', '%2Faccount%3Fnext%3Dhttps%3A%2F%2Fevil.example'],
      ['/orders/caf%C3%A9', '%2Forders%2Fcaf%25C3%25A9'],
    ] as const) {
      it(`sends them to sign in, and back to ${target}`, async () => {
        expect(await visit(target)).to.deep.equal({ status: 303, location: `/sign-in?next=${next}`, body: '' });
      });
    }

    for (const target of ['//evil.example/account', '/.//evil.example', '/\\evil.example']) {
      it(`sends them to sign in, and nowhere else: ${target}`, async () => {
        const { status, location } = await visit(target);
        expect(status).to.equal(303);
        // fetch resolves dots and turns backslashes round before it sends; what is left must still be ours.
        const next = new URLSearchParams(location?.split('?')[1] ?? '').get('next') ?? '/';
        expect(new URL(next, 'http://shop.example').host).to.equal('shop.example');
      });
    }

    it('tells only where a GET or HEAD was going', async () => {
      expect(await visit('/account', { method: 'HEAD' })).to.include({ location: '/sign-in?next=%2Faccount' });
      expect(await visit('/account', { method: 'POST' })).to.include({ status: 303, location: '/sign-in' });
    });

    it('is a 401 in a shop without a sign-in page', async () => {
      const error = await rejection(visit('/account', { signInPage: null }));
      expect(error).to.be.instanceOf(RequestError).and.to.include({ status: 401, code: 'UNAUTHENTICATED' });
    });
  });
});
