import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, RequestError, withTimeout } from '#base';
import type { Config } from '#config';
import { requireOwnOrigin } from '#edge';
import type { Session } from '#extension-api';
import type { RequestScope } from '#http';
import type { DatabaseServer } from '#postgres';
import type { CredentialRefusal } from '#telemetry';
import { isPermission, isSubject, type User } from '../tokens/claims.ts';
import { safeNext } from './safe-next.ts';
import { createCookie, gatewayCookies } from './session-cookie.ts';
import { createSessionIds, hashSessionId } from './session-id.ts';
import { createVisitors, requireUnsent, type Visitors } from './visitors.ts';

type SessionConfig = Config['auth']['session'];

type SessionStore = DatabaseServer['sessions'];
type NewSession = Parameters<SessionStore['create']>[0];

/** Sessions of signed-in shoppers: a signed cookie in the browser, and a database row under the hash of its id. */
export interface Sessions {
  /**
   * The signed-in user; undefined for a guest. A cookie that is forged, expired, unknown or malformed is a guest's,
   * and the response deletes it. Throws RequestError: FORBIDDEN 403 for an unsafe method from another origin,
   * UNAVAILABLE 503 while the database is unavailable.
   */
  identify(request: IncomingMessage, response: ServerResponse): Promise<User | undefined>;
  readonly visitorOf: Visitors['read'];
  /** The session methods of a handler: sign in, sign out, and the visitor. */
  open(request: IncomingMessage, response: ServerResponse, scope: RequestScope): OpenSession;
}

/** The `Session` of a handler. A served extension has made the visitor's id. */
export type OpenSession = Session & { visitor(made?: string): string };

interface SessionParts {
  readonly config: SessionConfig;
  readonly store: SessionStore;
  readonly edge: Parameters<typeof requireOwnOrigin>[1];
  readonly logger: Logger;
  /** How many changes of settings have ended sessions, as the request sees it. Default: none. */
  readonly endedOf?: (scope: RequestScope) => number;
  /** Time-out of a database call, in milliseconds. */
  readonly patienceMs?: number;
  /** Called for each cookie that is refused. */
  readonly onRefused?: (refusal: CredentialRefusal) => void;
}

export function createSessions({
  config,
  store,
  edge,
  logger,
  endedOf = () => 0,
  patienceMs = 3000,
  onRefused = () => undefined,
}: SessionParts): Sessions {
  const cookie = createCookie({ ...config, name: gatewayCookies.session }, edge.clientOf);
  const visitors = createVisitors(config, edge);
  const ids = createSessionIds(config.secret, config.olderSecrets);
  const { find, create, remove, removeUser } = availableStore(store, { logger, patienceMs });

  return {
    visitorOf: visitors.read,

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
        onRefused(id === undefined ? 'session unsigned' : 'session unknown');
        cookie.write(request, response);
        return undefined;
      }
      return { kind: 'user', id: stored.userId, permissions: stored.permissions, via: 'session' };
    },

    open(request, response, scope) {
      // Verified on first use: most handlers need no session.
      const given = (): string | undefined => ids.verify(cookie.read(request) ?? '');
      let current: { readonly id: string | undefined } | undefined;
      return {
        async signIn({ id: userId, permissions = [] }) {
          requireUser(userId, permissions);
          requireUnsent(response, 'signIn');
          const next = ids.create();
          const hash = hashSessionId(next);
          // A new id: an attacker may have planted the one that the browser sent (session fixation).
          const { id } = current ?? { id: given() };
          const replaces = id === undefined ? undefined : hashSessionId(id);
          const ended = endedOf(scope);
          await create({ hash, userId, permissions, ended, lifetime: config.lifetime, replaces });
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
        async signOutUser(userId) {
          requireUser(userId, []);
          await removeUser(userId);
        },
        visitor: visitors.open(request, response),
        safeNext,
      };
    },
  };
}

/** Throws TypeError for a user that no session can hold. */
export function requireUser(id: string, permissions: readonly string[]): void {
  // A row's id may be a number despite its type. PostgreSQL's text type cannot hold the character 0.
  if (typeof id !== 'string') throw new TypeError(`signIn: the id of the user is a ${typeof id}, not a string`);
  if (!isSubject(id) || id.includes('\0')) throw new TypeError('signIn: the id of the user is empty or unusable');
  const wrong = permissions.find((permission) => !isPermission(permission));
  if (wrong !== undefined) throw new TypeError(`signIn: the permission "${wrong}" is not of the form area:action`);
}

/** A store whose failures become RequestError UNAVAILABLE 503, since all that the shopper can do is try again. */
function availableStore(
  store: SessionStore,
  { logger, patienceMs }: { readonly logger: Logger; readonly patienceMs: number },
): SessionStore {
  const available = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await withTimeout(work, patienceMs);
    } catch (error) {
      logger.error('sessions unavailable', { err: error });
      throw new RequestError('UNAVAILABLE', 503, 'Sessions cannot be looked up at the moment; try again.', {
        'retry-after': '1',
      });
    }
  };
  return {
    find: (hash: Buffer) => available(store.find(hash)),
    create: (session: NewSession) => available(store.create(session)),
    remove: (hash: Buffer) => available(store.remove(hash)),
    removeUser: (userId: string) => available(store.removeUser(userId)),
  };
}
