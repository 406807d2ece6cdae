import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#base';
import { loadConfig } from '#config';
import type { StartExtension } from '#placement';
import { type DatabaseServer, openDatabase, openTemporaryServer } from '#postgres';
import { tablesFor } from '#queue';
import { type Assembly, assemble } from './assemble.ts';
import { buildGateway } from './build-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createSharedParts } from './shared-parts.ts';

interface GatewaysRequest {
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly starts: readonly StartExtension[];
}

/**
 * Builds a shop once for each way to start extensions, over one temporary database with demonstration data. Closes all
 * after the work. Throws StartupError for a shop that cannot start.
 */
export async function withGateways<Result>(
  { file, environment, starts }: GatewaysRequest,
  work: (opened: { readonly assembly: Assembly; readonly gateways: readonly Gateway[] }) => Promise<Result>,
): Promise<Result> {
  const read = await loadConfig(file, { environment, overrides: { demo: true }, generatedSecrets: 'look' });
  const server = await openTemporaryServer();
  const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-gateways-'));
  const logger = createLogger('silent');
  const gateways: Gateway[] = [];
  let database: DatabaseServer | undefined;
  try {
    const { url } = await server.create('gateways');
    const config = { ...read, stateFolder, database: { ...read.database, url } };
    database = await openDatabase(config, { logger });
    const assembly = await assemble(config);
    await database.migrate(assembly.manifests, { added: tablesFor(assembly.manifests) });
    await database.seed(assembly.manifests);
    for (const [index, start] of starts.entries()) {
      const own = index === 0 ? assembly : await assemble(config);
      const shared = createSharedParts({ startOf: () => start });
      gateways.push(await buildGateway(own, { logger, database, development: false, shared }));
    }
    return await work({ assembly, gateways });
  } finally {
    for (const gateway of gateways) await gateway.dispose();
    await database?.close();
    await Promise.all([server.close(), rm(stateFolder, { recursive: true, force: true })]);
  }
}
