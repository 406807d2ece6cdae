import type { DatabaseServer } from './database-server.ts';
import { createRateTable } from './stores/rate-limit-store.ts';
import { createSessionStore } from './stores/session-store.ts';

/** For commands that build a gateway but answer no request (`check`, `schema`). */
export const noDatabase: Pick<DatabaseServer, 'of' | 'sessions' | 'rates' | 'isCrowded' | 'trouble'> & {
  readonly assets: undefined;
} = {
  assets: undefined,
  trouble: () => undefined,
  of: (extension) => {
    throw new Error(`extension ${extension} asked for its database, but this command runs without one`);
  },
  isCrowded: () => false,
  rates: createRateTable(() => {
    throw new Error('requests were to be counted, but this command runs without a database');
  }),
  sessions: createSessionStore(() => {
    throw new Error('a session was asked for, but this command runs without a database');
  }),
};
