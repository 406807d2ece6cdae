import type { IncomingMessage, ServerResponse } from 'node:http';
import { inTime } from '../../base/in-time.ts';
import type { Logger } from '../../base/logger.ts';
import { RequestError } from '../../base/request-error.ts';
import type { SessionConfig } from '../../config/config.ts';
import type { NewSession, SessionStore, StoredSession } from '../../database/session-store.ts';
import type { Session } from '../../extension-api.ts';
import { isPermission, isSubject, type User } from '../auth/claims.ts';
import { safeNext } from './safe-next.ts';
import { type OriginRules, requireOwnOrigin } from './same-origin.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSessionIds, hashSessionId } from './session-id.ts';

/** Signed-in shoppers: a signed cookie in the browser, and a row under the hash of its id in the database. */
export interface Sessions {
  /**
   * Who is signed in; undefined for a guest. A cookie that is forged, expired, unknown or malformed is a guest's, and the
   * answer takes it away. Throws RequestError: 403 for an unsafe method from elsewhere, 503 while the database is away.
   */
  identify(request: IncomingMessage, response: ServerResponse): Promise<User | undefined>;
  /** What handlers sign shoppers in and out with. */
  open(request: IncomingMessage, response: ServerResponse): Session;
}

interface SessionParts {
  readonly config: SessionConfig;
  readonly store: SessionStore;
  readonly edge: OriginRules;
  readonly logger: Logger;
  /** Milliseconds until a database that does not answer is called away. */
  readonly patienceMs?: number;
}

export function createSessions({ config, store, edge, logger, patienceMs = 3000 }: SessionParts): Sessions {
  const cookie = createSessionCookie(config, edge.clientOf);
  const ids = createSessionIds(config.secret);
  const { find, create, remove } = availableStore(store, { logger, patienceMs });

  return {
    async identify(request, response) {
      const value = cookie.read(request);
      if (value === undefined) return undefined;
      requireOwnOrigin(request, edge);
      const id = ids.verify(value);
      const stored = id === undefined ? undefined : await find(hashSessionId(id));
      if (stored === undefined) {
        logger.debug('session refused', {
          reason: id === undefined ? 'not signed by this shop' : 'unknown or expired',
        });
        cookie.write(request, response);
        return undefined;
      }
      return { kind: 'user', id: stored.userId, permissions: stored.permissions };
    },

    open(request, response) {
      // Looked at when it is needed: most handlers sign nobody in or out.
      const given = (): string | undefined => ids.verify(cookie.read(request) ?? '');
      let current: { readonly id: string | undefined } | undefined;
      return {
        async signIn({ id: userId, permissions = [] }) {
          requireUser(userId, permissions);
          requireUnsent(response, 'signIn');
          const next = ids.create();
          const hash = hashSessionId(next);
          // Never the id that the browser came with: somebody else may have put it there, and know it.
          const { id } = current ?? { id: given() };
          const replaces = id === undefined ? undefined : hashSessionId(id);
          await create({ hash, userId, permissions, lifetime: config.lifetime, replaces });
          if (response.headersSent) await remove(hash);
          requireUnsent(response, 'signIn');
          current = { id: next };
          cookie.write(request, response, ids.sign(next));
        },
        async signOut() {
          requireUnsent(response, 'signOut');
          const { id } = current ?? { id: given() };
          if (id !== undefined) await remove(hashSessionId(id));
          requireUnsent(response, 'signOut');
          current = { id: undefined };
          cookie.write(request, response);
        },
        safeNext,
      };
    },
  };
}

function requireUser(id: string, permissions: readonly string[]): void {
  // A row's id may be a number, whatever its type says. PostgreSQL's texts cannot hold the character 0.
  if (typeof id !== 'string') throw new TypeError(`signIn: the id of the user is a ${typeof id}, not a string`);
  if (!isSubject(id) || id.includes('\0')) throw new TypeError('signIn: the id of the user is empty or unusable');
  const wrong = permissions.find((permission) => !isPermission(permission));
  if (wrong !== undefined) throw new TypeError(`signIn: the permission "${wrong}" is not of the form area:action`);
}

function requireUnsent({ headersSent }: ServerResponse, name: keyof Session): void {
  if (headersSent) throw new Error(`${name} came too late: the answer, which carries the cookie, was already sent`);
}

/** The store, whose failures are refusals with 503: whatever they are, the shopper can only try again. */
function availableStore(
  store: SessionStore,
  { logger, patienceMs }: { readonly logger: Logger; readonly patienceMs: number },
): SessionStore {
  const available = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await inTime(work, patienceMs);
    } catch (error) {
      logger.error('sessions unavailable', { err: error });
      throw new RequestError('UNAVAILABLE', 503, 'Sessions cannot be looked up at the moment; try again.', {
        'retry-after': '1',
      });
    }
  };
  return {
    find: (hash: Buffer): Promise<StoredSession | undefined> => available(store.find(hash)),
    create: (session: NewSession) => available(store.create(session)),
    remove: (hash: Buffer) => available(store.remove(hash)),
  };
}
