import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#base';
import { type Config, loadConfig } from '#config';
import { checkWire, type StartExtension, startInProcess, type WireFinding } from '#placement';
import { createTemporaryDatabase, openDatabase, openTemporaryServer } from '#postgres';
import { type Assembly, assemble } from './assemble.ts';
import { buildGateway } from './build-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createSharedParts } from './shared-parts.ts';

/** One shop twice, over one database: as it is, and as if each extension ran elsewhere. */
export interface WirePair {
  readonly assembly: Assembly;
  readonly inProcess: Gateway;
  readonly elsewhere: Gateway;
  /** What the requests to `elsewhere` so far have lost. */
  readonly findings: readonly WireFinding[];
}

/**
 * Opens a shop twice, with demonstration data in a temporary database, and closes both after the work. Throws
 * StartupError for a shop that cannot start.
 */
export async function withWirePair<Result>(
  file: string,
  environment: NodeJS.ProcessEnv,
  work: (pair: WirePair) => Promise<Result>,
): Promise<Result> {
  const read = await loadConfig(file, { environment, overrides: { demo: true }, generatedSecrets: 'look' });
  const server = await openTemporaryServer();
  const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-wire-'));
  try {
    const { url } = await createTemporaryDatabase(server.settings, 'wire');
    return await withDatabase({ ...read, stateFolder, database: { ...read.database, url } }, work);
  } finally {
    await Promise.all([server.close(), rm(stateFolder, { recursive: true, force: true })]);
  }
}

async function withDatabase<Result>(config: Config, work: (pair: WirePair) => Promise<Result>): Promise<Result> {
  const logger = createLogger('silent');
  const database = await openDatabase(config, { logger });
  const opened: Gateway[] = [];
  try {
    const [assembly, again] = [await assemble(config), await assemble(config)];
    await database.migrate(assembly.manifests);
    await database.seed(assembly.manifests);
    const findings: WireFinding[] = [];
    const across = checkWire((finding) => findings.push(finding));
    const open = async (one: Assembly, start: StartExtension): Promise<Gateway> => {
      const shared = createSharedParts({ startOf: () => start });
      const gateway = await buildGateway(one, { logger, database, development: false, shared });
      opened.push(gateway);
      return gateway;
    };
    const [inProcess, elsewhere] = [await open(assembly, startInProcess), await open(again, across)];
    return await work({ assembly, inProcess, elsewhere, findings });
  } finally {
    for (const gateway of opened) await gateway.dispose();
    await database.close();
  }
}
