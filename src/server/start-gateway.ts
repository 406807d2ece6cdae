import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseServer, QueryListener } from '../database/database-server.ts';
import { openDatabase } from '../database/open-database.ts';
import { assemble } from '../gateway/assemble.ts';
import { buildGateway } from '../gateway/build-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { handleGraphqlRequest } from '../gateway/graphql-request.ts';
import { handleRestRequest } from '../gateway/rest-request.ts';
import { startServer } from './start-server.ts';

export interface StartGatewayOptions {
  readonly logger: Logger;
  readonly development: boolean;
  readonly onQuery?: QueryListener;
}

/** A gateway that listens. */
export interface RunningGateway {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly gateway: Gateway;
  readonly database: DatabaseServer;
  /** Stops accepting, lets requests under way finish for `drainMs` milliseconds, then closes everything. */
  close(options?: { readonly drainMs: number }): Promise<void>;
}

/**
 * From a Config to an open shop. What is opened on the way is closed again when a later step fails.
 * Throws StartupError: of the extensions, of the database, of the port, whichever comes first.
 */
export async function startGateway(config: Config, options: StartGatewayOptions): Promise<RunningGateway> {
  const { logger, development } = options;
  const started = performance.now();

  // 1. What is there? The database starts meanwhile: neither needs the other.
  const opening = openDatabase(config, options);
  const assembly = await assemble(config).catch((error: unknown) => closeThenThrow(opening, error));
  const database = await opening;
  try {
    // 2. Tables before code: a module may query as soon as a request reaches it.
    await database.migrate(assembly.manifests);
    if (config.database.seed === 'new-embedded' && database.kind === 'embedded' && database.isNew) {
      await database.seed(assembly.manifests);
    }

    // 3. Join the extensions, and listen.
    const gateway = await buildGateway(assembly, { logger, database, development });
    const server = await startServer({
      gateway,
      handlers: { graphql: handleGraphqlRequest, rest: handleRestRequest },
    });
    logger.info('gateway started', { url: server.url, extensions: assembly.manifests.length, ms: since(started) });
    return {
      url: server.url,
      gateway,
      database,
      close: async (closing = { drainMs: 10_000 }) => {
        await server.close(closing);
        await gateway.dispose();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function closeThenThrow(opening: Promise<DatabaseServer>, error: unknown): Promise<never> {
  // The extensions' findings are what the reader mends first; a database that failed as well is reported next time.
  const opened = await Promise.allSettled([opening]);
  await Promise.all(opened.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.close() : undefined)));
  throw error;
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
