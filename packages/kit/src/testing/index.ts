/**
 * What `stoa/testing`, `stoa test`, `stoa check --wire` and our own tests share: a temporary PostgreSQL server, an
 * extension that is opened alone, and a shop that is asked for everything as if its extensions ran elsewhere. Imports
 * rooms up to `server`.
 */

export {
  createTemporaryDatabase,
  openTemporaryServer,
  type TemporaryDatabase,
  type TemporaryServer,
} from 'stoa/tooling';
export { findExtensions } from './alone/find-extension.ts';
export { type Alone, openAlone } from './alone/open-alone.ts';
export { type CheckedWire, checkWire } from './check-wire.ts';
export type { OpenedForChecks, StandardCheck } from './checks/standard-checks.ts';
export { runTests, type TestRun } from './run-tests.ts';
