/**
 * What `stoa/testing` and our own tests share: a temporary PostgreSQL server.
 * Imports `base` and `postgres`.
 */
export {
  createTemporaryDatabase,
  openTemporaryServer,
  type TemporaryDatabase,
  type TemporaryServer,
} from './temporary-server.ts';
