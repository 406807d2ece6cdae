import { type Finding, StartupError } from '../../base/findings/startup-error.ts';
import { createLogger } from '../../base/logger.ts';
import type { Config } from '../../config/config.ts';
import { plainSecrets } from '../../config/plain-secrets.ts';
import { readConfig } from '../../config/read-config.ts';
import { discoverExtensions } from '../../extensions/discover-extensions.ts';
import { assemble } from '../../gateway/assemble.ts';
import { buildGateway } from '../../gateway/build-gateway.ts';
import { type DatabaseUse, lookAtMigrations, type MigrationsLook } from '../../postgres/look-at-migrations.ts';
import { noDatabase } from '../../postgres/no-database.ts';
import { isAllowed } from './allowed.ts';
import { lintPages } from './lint-pages.ts';
import { lintRoutes } from './lint-routes.ts';
import { lintSchema } from './lint-schema.ts';

export interface CheckedShop {
  readonly findings: readonly Finding[];
  readonly migrations: MigrationsLook;
}

/** All findings that would prevent a start, and the lints. Opens no port. */
export async function checkShop(
  file: string,
  options: { readonly environment: NodeJS.ProcessEnv; readonly database: DatabaseUse },
): Promise<CheckedShop> {
  const { config, findings } = await readConfig(file, options);
  if (config === undefined) {
    return { findings, migrations: { looked: false, reason: 'gateway.yaml comes first', findings: [] } };
  }
  // In parallel: both read the extensions, which takes less time than connecting to the database.
  const [built, migrations] = await Promise.all([findingsOf(config), migrationsOf(config, options.database)]);
  const lints = [...plainSecrets(config), ...built.lints].filter((finding) => !isAllowed(finding));
  return { findings: [...findings, ...built.findings, ...migrations.findings, ...lints], migrations };
}

interface Built {
  readonly findings: readonly Finding[];
  readonly lints: readonly Finding[];
}

async function findingsOf(config: Config): Promise<Built> {
  try {
    const assembly = await assemble(config);
    const gateway = await buildGateway(assembly, {
      logger: createLogger('silent'),
      database: noDatabase,
      development: false,
    });
    const lints = [
      ...lintSchema(assembly),
      ...lintRoutes(assembly.manifests),
      ...lintPages(gateway, assembly.composition.guards),
    ];
    await gateway.dispose();
    return { findings: [...assembly.findings, ...gateway.findings], lints };
  } catch (error) {
    // Lints need a gateway, so there are none after an error.
    if (error instanceof StartupError) return { findings: error.findings, lints: [] };
    throw error;
  }
}

async function migrationsOf(config: Config, use: DatabaseUse): Promise<MigrationsLook> {
  const { manifests } = await discoverExtensions(config);
  return lookAtMigrations(config, manifests, use);
}
