import type { Overrides } from '#config';
import { assemble, type SharedParts } from '#gateway';
import type { DatabaseServer } from '#postgres';
import { type GenerationHost, migrateNext, readNextConfig } from '#server';
import type { Telemetry } from '#telemetry';
import type { BuildOrder } from './calls.ts';
import { identityOf } from './identity.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The generation that all workers serve, and how it is built. */
export interface OrderedGeneration {
  readonly served: GenerationHost['serving'];
  readonly order: BuildOrder;
}

export interface WorkerHostParts {
  readonly pool: WorkerPool;
  readonly database: DatabaseServer;
  readonly shared: SharedParts;
  readonly telemetry: Telemetry;
  readonly environment: NodeJS.ProcessEnv;
  readonly overrides: Overrides;
}

/** A host whose generations workers serve. */
export interface WorkerHost extends GenerationHost {
  readonly current: OrderedGeneration;
}

/**
 * Builds each generation in all workers, and lets them serve it when the last one has built it. So a reload replaces
 * the gateway of every worker, or of none. The primary reads the files and bundles them, and runs no extension.
 */
export function createWorkerHost(first: OrderedGeneration, parts: WorkerHostParts): WorkerHost {
  const { pool, database, shared, telemetry, environment, overrides } = parts;
  const { composed, meshes } = shared;
  const tables = { database, development: false };
  let current = first;
  return {
    get current() {
      return current;
    },
    get serving() {
      return current.served;
    },
    draining: new Map(),
    build: ({ generation, source }) =>
      pool.reserve(async (places) => {
        // 1. Read and bundle what all workers are to build.
        const running = current.served;
        const { config } = await readNextConfig({ running, source }, { environment, overrides });
        const assembly = await assemble(config, { before: running, composed, meshes });
        await assembly.release();
        const identity = identityOf(assembly);
        const order: BuildOrder = { generation, text: config.source, source, identity };

        // 2. Build it in all workers, beside the one that serves.
        const warnings = await pool.prepare(places, order);

        // 3. Tables come last: a migration is not undone when a later step fails.
        try {
          await migrateNext({ running: running.manifests, next: assembly.manifests, config }, tables);
        } catch (error) {
          await pool.discard(places, generation);
          throw error;
        }

        // 4. When the caller says so, all switch. A worker that starts later builds this generation, too.
        const served = { generation, config, manifests: assembly.manifests, routes: assembly.routes };
        const replace = async (): Promise<void> => {
          current = { served, order };
          telemetry.beginGeneration(generation);
          await pool.commit(places, generation);
        };
        return { served, warnings, replace };
      }),
    refuse: () => undefined,
    close: async () => undefined,
  };
}
