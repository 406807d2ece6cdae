import { type ConnectionSettings, openTemporaryServer } from 'stoa/tooling';

/** Names a server that several processes share: its settings as JSON. */
const serverVariable = 'STOA_TEST_POSTGRES';

/** A PostgreSQL server, while it is held. After the last test of a process it ends at once. */
export interface HeldServer {
  readonly settings: ConnectionSettings;
  release(isLast?: boolean): Promise<void>;
}

let opening: ReturnType<typeof openTemporaryServer> | undefined;
let holders = 0;
let idle: NodeJS.Timeout | undefined;

// The next test file opens its extension within that time.
const idleMs = 1_000;

/** The server that is given, or one of this process, which ends soon after it is no longer held. */
export async function holdServer(): Promise<HeldServer> {
  const given = process.env[serverVariable];
  if (given !== undefined) return { settings: JSON.parse(given), release: async () => undefined };
  holders++;
  clearTimeout(idle);
  opening ??= openTemporaryServer();
  const server = await opening;
  return {
    settings: server.settings,
    async release(isLast) {
      holders--;
      if (isLast) await closeIdle(server);
      else if (holders === 0) idle = setTimeout(() => void closeIdle(server), idleMs);
    },
  };
}

async function closeIdle(server: Awaited<ReturnType<typeof openTemporaryServer>>): Promise<void> {
  opening = undefined;
  await server.close();
}
