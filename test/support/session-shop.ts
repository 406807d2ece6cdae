import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig } from '#config';
import type { Request, Response } from '#extension-api';
import { type DatabaseServer, openDatabase } from '#postgres';
import type { SessionConfig } from '../../src/config/config.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { databaseConfig, recordingLogger } from './database.ts';
import { authOf, type RestServer, startRest, type TestEndpoint } from './rest-gateway.ts';
import { createDatabase } from './shared-server.ts';
import { testServer, testSession } from './test-config.ts';

/** What a handler learns of the one who calls, and of the cookies that came along. */
export interface Seen {
  readonly user: { readonly id: string; readonly permissions: readonly string[] } | null;
  readonly cookie: string | null;
  readonly rawCookies: readonly string[];
}

/** Signs in whom `?as=` names, with the permission in `?may=`. */
const signIn: TestEndpoint = {
  path: '/sign-in',
  methods: ['POST'],
  run: [
    async ({ query, session }: Request, response: Response) => {
      const permissions = typeof query.may === 'string' ? [query.may] : [];
      await session.signIn({ id: String(query.as), permissions });
      response.json({ in: true });
    },
  ],
};

const signOut: TestEndpoint = {
  path: '/sign-out',
  methods: ['POST'],
  run: [
    async ({ session }: Request, response: Response) => {
      await session.signOut();
      response.json({ in: false });
    },
  ],
};

const look = ({ user, headers, rawHeaders }: Request, response: Response): void => {
  const rawCookies = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'cookie');
  response.json({ user: user ?? null, cookie: headers.cookie ?? null, rawCookies } satisfies Seen);
};

const endpoints: Readonly<Record<string, TestEndpoint>> = {
  signIn,
  signOut,
  look: { path: '/me', methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], run: [look] },
  account: { path: '/mine', access: 'private', permissions: ['foos:write'], run: [look] },
};

export interface SessionShop extends AsyncDisposable {
  readonly server: RestServer;
  /** Statement as the administrator. */
  sql<Row extends object>(text: string): Promise<readonly Row[]>;
  /** Takes the database away, as when its server is. */
  loseDatabase(): Promise<void>;
  /** How often the store was asked so far. */
  readonly lookups: () => number;
  send(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Signs in from the shop's own page; the `name=value` of the cookie that comes back. */
  signIn(as: string, options?: { readonly may?: string; readonly cookie?: string }): Promise<string>;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export const sameOrigin = { 'sec-fetch-site': 'same-origin' } as const;

/** A shop whose handlers sign in and out, over a real database in which nothing has been made yet. */
export async function openSessionShop(
  session: Partial<SessionConfig> = {},
  more: Readonly<Record<string, TestEndpoint>> = {},
  server: ServerConfig = testServer(),
): Promise<SessionShop> {
  const { url, drop } = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'stoa-session-'));
  const database = await openDatabase(databaseConfig(folder, { url }), { logger: recordingLogger().logger });
  await database.migrate([]);
  let lookups = 0;
  const store: DatabaseServer['sessions'] = {
    ...database.sessions,
    find: (hash) => {
      lookups++;
      return database.sessions.find(hash);
    },
  };
  const config = { auth: authOf({ ...testSession, ...session }), server };
  const running = await startRest({ ...endpoints, ...more }, { config, store });

  const send: SessionShop['send'] = async (method, path, headers = {}) => {
    const response = await fetch(running.url + path, { method, headers: { ...headers }, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  let lost: Promise<void> | undefined;
  const loseDatabase = (): Promise<void> => (lost ??= drop());
  return {
    server: running,
    loseDatabase,
    lookups: () => lookups,
    send,
    signIn: async (as, { may, cookie } = {}) => {
      const query = new URLSearchParams({ as, ...(may === undefined ? {} : { may }) });
      const headers = { ...sameOrigin, ...(cookie === undefined ? {} : { cookie }) };
      const { status, headers: answered } = await send('POST', `/sign-in?${query}`, headers);
      if (status !== 200) throw new Error(`signing in was answered with ${status}`);
      return pairOf(answered);
    },
    async sql<Row extends object>(text: string) {
      const client = await connect(parseDatabaseUrl(url));
      try {
        return (await client.query<Row & Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
    async [Symbol.asyncDispose]() {
      await running.close({ drainMs: 0 });
      await database.close();
      await loseDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The `name=value` of the one cookie that an answer sets. */
export function pairOf(headers: Headers): string {
  const [cookie = '', ...others] = headers.getSetCookie();
  if (cookie === '' || others.length > 0) throw new Error(`not one cookie was set: ${headers.getSetCookie()}`);
  return cookie.split(';')[0] ?? '';
}
