/**
 * What `stoa/testing`, `stoa check --wire` and our own tests share: a temporary PostgreSQL server, and a shop that is
 * asked for everything as if its extensions ran elsewhere. Imports rooms up to `gateway`.
 */
export { type CheckedWire, checkWire } from './check-wire.ts';
export {
  createTemporaryDatabase,
  openTemporaryServer,
  type TemporaryDatabase,
  type TemporaryServer,
} from './temporary-server.ts';
