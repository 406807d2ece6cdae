import { relative } from 'node:path';
import type { Command } from 'commander';
import {
  configFile,
  discoverExtensions,
  loadConfig,
  MeshPool,
  throwIfErrors,
  withMeshSdl,
  writeOutput,
} from 'stoa/tooling';
import { readShop, writeContracts } from '../shop/index.ts';
import { TypeWriter } from '../types/index.ts';

/** `stoa types`: writes the types and the contract of each extension. */
export async function runTypes(command: Command): Promise<void> {
  const file = configFile(command);
  const config = await loadConfig(file, { environment: process.env });
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
  await writeShopContracts(file);
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(process.exitCode ?? 0);
}

/** A contract says what an extension needs of others, so all of them must be sound. */
async function writeShopContracts(file: string): Promise<void> {
  const shop = await readShop(file, { environment: process.env, guardLoading: true });
  throwIfErrors(shop.findings);
  for (const { file: written, isNew } of await writeContracts(shop))
    await writeOutput(`${isNew ? 'written' : 'unchanged'}: ${relative(process.cwd(), written)}`);
}
