import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { throwIfErrors } from '#base';
import { writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerTypes(program: Command): void {
  program
    .command('types')
    .description('write the types of all endpoints to <extension>.gen.ts in each extension')
    .action(async (_options: object, command: Command) => {
      const { loadConfig } = await import('#config');
      const { discoverExtensions } = await import('#extensions');
      const { generateEndpointTypes } = await import('#extensions');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests, findings } = await discoverExtensions(config);
      throwIfErrors(findings);
      for (const manifest of manifests.filter(({ endpoints }) => endpoints.length > 0)) {
        const file = join(manifest.folder, `${manifest.id}.gen.ts`);
        const text = await generateEndpointTypes(manifest);
        // Written only when it changes, so that file watchers are not triggered.
        const isNew = text !== (await readFile(file, 'utf8').catch(() => undefined));
        if (isNew) await writeFile(file, text);
        await writeOutput(`${isNew ? 'written' : 'unchanged'}: ${relative(process.cwd(), file)}`);
      }
    });
}
