import type { DatabaseServer } from './database-server.ts';

/** For commands that build a gateway to look at it (`check`, `schema`) and answer no request with it. */
export const noDatabase: Pick<DatabaseServer, 'of'> = {
  of: (extension) => {
    throw new Error(`extension ${extension} asked for its database, but this command runs without one`);
  },
};
