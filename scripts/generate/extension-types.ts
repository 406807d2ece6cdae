import { fileURLToPath } from 'node:url';
import { throwIfErrors } from '#base';
import { loadConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { type TypedFile, TypeWriter } from '#types';

const shops = ['', 'console/', 'packages/create-stoa/template/'].map(
  (folder) => new URL(`../../${folder}`, import.meta.url),
);

/** The types of the extensions of these shops that are out of date. */
export async function staleTypes(): Promise<readonly TypedFile[]> {
  const stale: TypedFile[] = [];
  for (const shop of shops) {
    const config = await loadConfig(fileURLToPath(new URL('gateway.yaml', shop)), { environment: {} });
    const { manifests, findings } = await discoverExtensions(config);
    throwIfErrors(findings);
    stale.push(...(await new TypeWriter().compare(config, manifests)).filter(({ isStale }) => isStale));
  }
  return stale;
}
