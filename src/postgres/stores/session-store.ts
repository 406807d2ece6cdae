import type { Database } from '#extension-api';

/** A signed-in user, with the permissions at the time of sign-in. */
export interface StoredSession {
  readonly userId: string;
  readonly permissions: readonly string[];
}

/** A new session with the hash of its id. */
export interface NewSession extends StoredSession {
  readonly hash: Buffer;
  /** How many changes of settings had ended sessions when the permissions were derived. */
  readonly ended: number;
  /** In seconds. */
  readonly lifetime: number;
  /** Hash of the session that this one replaces. */
  readonly replaces: Buffer | undefined;
}

/** Sessions of shoppers. The table has only hashes of ids, so its readers cannot act as a user. */
export interface SessionStore {
  /** Undefined when there is none, it has expired, or a change of settings has ended it. One query. */
  find(hash: Buffer): Promise<StoredSession | undefined>;
  create(session: NewSession): Promise<void>;
  /** Does nothing when there is none. */
  remove(hash: Buffer): Promise<void>;
  /** All sessions of a user. Other processes see it with their next request. */
  removeUser(userId: string): Promise<void>;
}

/** Creates a store on the administrator's connections, which open with the first session. */
export function createSessionStore(database: () => Database): SessionStore {
  return {
    async find(hash) {
      const [session] = await database().query<StoredSession>(findText, [hash]);
      return session;
    },
    async create({ hash, userId, permissions, ended, lifetime, replaces }) {
      await database().query(createText, [hash, userId, permissions, lifetime, replaces ?? null, ended]);
    },
    async remove(hash) {
      await database().query('delete from stoa.sessions where hash = $1', [hash]);
    },
    async removeUser(userId) {
      await database().query('delete from stoa.sessions where user_id = $1', [userId]);
    },
  };
}

// A sign-in that was under way during such a change is caught here: no lock orders the two.
const findText = `
  select user_id as "userId", permissions from stoa.sessions where hash = $1 and expires_at > now()
    and (permissions = '{}' or ended = (select coalesce(sum(ends), 0) from stoa.settings))`;

// Each sign-in deletes some expired rows. That needs no timer, limits the work of one request, and bounds the table.
const createText = `
  with gone as (
    delete from stoa.sessions where hash = $5 or hash in (
      select hash from stoa.sessions where expires_at <= now() order by expires_at limit 100 for update skip locked))
  insert into stoa.sessions (hash, user_id, permissions, expires_at, ended)
  values ($1, $2, $3, now() + make_interval(secs => $4), $6)`;
