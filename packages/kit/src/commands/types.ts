import { relative } from 'node:path';
import type { Command } from 'commander';
import { configFile, throwIfErrors, writeOutput } from 'stoa/tooling';

export function registerTypes(program: Command): void {
  program
    .command('types')
    .description(
      'write the types of what each extension declares: <extension>.gen.ts, *.module.d.css.ts, and its extension.contract.json',
    )
    .action(async (_options: object, command: Command) => {
      const { loadConfig } = await import('stoa/tooling');
      const { discoverExtensions } = await import('stoa/tooling');
      const { MeshPool, withMeshSdl } = await import('stoa/tooling');
      const { TypeWriter } = await import('../types/index.ts');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests, findings } = await discoverExtensions(config);
      throwIfErrors(findings);
      const pool = new MeshPool();
      const opened = await pool.take(manifests);
      try {
        throwIfErrors(opened.findings);
        const written = await new TypeWriter().write(config, withMeshSdl(manifests, opened));
        const lines = written.map(
          ({ file, text, isStale }) =>
            `${isStale ? (text === undefined ? 'removed' : 'written') : 'unchanged'}: ${relative(process.cwd(), file)}`,
        );
        await writeOutput(lines.length === 0 ? 'There is no extension in TypeScript.' : lines.join('\n'));
      } finally {
        await pool.release(opened);
      }
      await writeShopContracts(configFile(command));
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(process.exitCode ?? 0);
    });
}

/** A contract says what an extension needs of others, so all of them must be sound. */
async function writeShopContracts(file: string): Promise<void> {
  const { readShop, writeContracts } = await import('../shop/index.ts');
  const shop = await readShop(file, { environment: process.env, guardLoading: true });
  throwIfErrors(shop.findings);
  for (const { file: written, isNew } of await writeContracts(shop))
    await writeOutput(`${isNew ? 'written' : 'unchanged'}: ${relative(process.cwd(), written)}`);
}
