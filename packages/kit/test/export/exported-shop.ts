import { mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../../../src/config/index.ts';
import { assemble } from '../../../../src/gateway/index.ts';
import { shopConfig } from '../../../../test/support/test-project.ts';
import { type ExportTarget, exportShop } from '../../src/export/index.ts';

interface ExportOptions {
  readonly edit?: (text: string) => string;
  readonly out?: string;
}

type Exported = Awaited<ReturnType<typeof exportShop>> & { readonly out: string };

const unchanged = new Map<ExportTarget, Promise<Exported>>();

/** Exports a shop like the repository's own, its gateway.yaml changed by `edit`. */
export function exported(target: ExportTarget, options?: ExportOptions): Promise<Exported> {
  if (options !== undefined) return exportAnew(target, options);
  const known = unchanged.get(target) ?? exportAnew(target, {});
  unchanged.set(target, known);
  return known;
}

async function exportAnew(target: ExportTarget, { edit, out }: ExportOptions): Promise<Exported> {
  const file = await shopConfig(edit);
  const assembly = await assemble(await loadConfig(file, { environment: {} }));
  // In the folder of the run, which is removed at its end.
  const folder = out ?? join(await mkdtemp(join(dirname(file), 'export-')), 'out');
  try {
    return { ...(await exportShop(assembly, { target, out: folder })), out: folder };
  } finally {
    await assembly.release();
  }
}

/** A gateway.yaml whose bearer tokens have public keys. */
export function withJwks(text: string): string {
  return text.replace('secret: "${STOA_JWT_SECRET:-generated}"', 'jwks: "https://id.example/jwks.json"');
}
