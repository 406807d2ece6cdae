import { temporaryServer } from '../../src/testing/temporary-server.ts';

/** The embedded server that all black-box tests of one run share: each gateway gets a database of its own in it. */
const server = temporaryServer();

/** The URL of a new, empty database, and what drops it again. */
export const createDatabase = server.createDatabase;

/** Stops the shared server, when a test has started it. Called once, at the end of the run. */
export const closeSharedServer = server.close;
