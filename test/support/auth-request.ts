import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { SignJWT } from 'jose';
import { RequestError } from '#base';
import type { Config, JwtConfig } from '#config';
import type { Authenticate } from '../../src/auth/authenticate.ts';
import type { AuthConfig } from '../../src/config/config.ts';
import { testConfig, testSession } from './test-config.ts';

export const secret = 'a secret of at least thirty-two bytes';
export const secretJwt: JwtConfig = {
  key: { kind: 'secret', secret },
  issuer: 'stoa',
  audience: 'storefront',
  lifetime: 3600,
};

export function authConfig(bearer: Partial<AuthConfig['bearer']>): Config {
  return testConfig({ auth: { bearer: { jwt: undefined, tokens: [], ...bearer }, session: testSession } });
}

/** Asks the authenticator about a real request with these header lines; a refusal is given back, not thrown. */
export async function ask(
  authenticate: Authenticate,
  headers: readonly string[],
  { path = '/', body = '' }: { readonly path?: string; readonly body?: string } = {},
): Promise<unknown> {
  let outcome: Promise<unknown> | undefined;
  const server = createServer((request, response) => {
    outcome = (async () => authenticate(request))().catch((error: unknown) => error);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const { port } = address;
  const outgoing = httpRequest({ port, path, method: 'POST', headers: ['Host', 'localhost', ...headers] });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  server.closeAllConnections();
  server.close();
  return outcome ?? { refusedByNode: response.statusCode };
}

export function bearer(token: string): readonly string[] {
  return ['Authorization', `Bearer ${token}`];
}

/** Code, status and challenge of a refusal, for one comparison. */
export function refusal(outcome: unknown): unknown {
  if (!(outcome instanceof RequestError)) return outcome;
  return { code: outcome.code, status: outcome.status, challenge: outcome.headers['www-authenticate'] };
}

export const invalidToken = { code: 'UNAUTHENTICATED', status: 401, challenge: 'Bearer error="invalid_token"' };

/** Claims of a token that is fine; `undefined` takes one out. */
export function claims(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  const all = { sub: 'ann', iss: 'stoa', aud: 'storefront', iat: now, exp: now + 600, permissions: ['foos:write'] };
  return Object.fromEntries(Object.entries({ ...all, ...changes }).filter(([, value]) => value !== undefined));
}

export function signHs256(payload: Record<string, unknown>, key = secret, alg = 'HS256'): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));
}
