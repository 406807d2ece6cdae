import { relative } from 'node:path';
import type { Command } from 'commander';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerExtensions(program: Command): void {
  program
    .command('extensions')
    .description('list the extensions in the shop and what each brings')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { loadConfig } = await import('#config');
      const { assemble } = await import('#gateway');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests } = await assemble(config);
      const rows = manifests.map((manifest, index) => ({
        name: manifest.id,
        version: manifest.version ?? null,
        placement: config.extensions[index]?.placement.kind ?? 'in-process',
        folder: manifest.folder,
        endpoints: manifest.endpoints.map(({ routeId }) => routeId),
        graphqlFiles: manifest.sdl.map(({ file }) => relative(manifest.folder, file)),
        migrations: manifest.migrations.map(({ name }) => name),
      }));
      if (options.json) return writeJson({ extensions: rows });
      await writeOutput(
        table([
          ['NAME', 'VERSION', 'PLACEMENT', 'ENDPOINTS', 'GRAPHQL', 'MIGRATIONS', 'FOLDER'],
          ...rows.map((row) => [
            row.name,
            row.version ?? '-',
            row.placement,
            String(row.endpoints.length),
            String(row.graphqlFiles.length),
            String(row.migrations.length),
            relative(process.cwd(), row.folder) || '.',
          ]),
        ]),
      );
    });
}
