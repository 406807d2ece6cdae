import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { throwIfErrors } from '#base';
import { writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerTypes(program: Command): void {
  program
    .command('types')
    .description(
      'write the types of all endpoints to <extension>.gen.ts in each extension, and its extension.contract.json',
    )
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
      await writeShopContracts(configFile(command));
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(process.exitCode ?? 0);
    });
}

/** A contract says what an extension needs of others, so all of them must be sound. */
async function writeShopContracts(file: string): Promise<void> {
  const { readShop, writeContracts } = await import('#shop');
  const shop = await readShop(file, { environment: process.env, guardLoading: true });
  throwIfErrors(shop.findings);
  for (const { file: written, isNew } of await writeContracts(shop))
    await writeOutput(`${isNew ? 'written' : 'unchanged'}: ${relative(process.cwd(), written)}`);
}
