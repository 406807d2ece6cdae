import { fileURLToPath } from 'node:url';
import { StartupError, throwIfErrors } from '#base';
import { readConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { allPages } from '../../packages/kit/src/shop/index.ts';
import { TypeWriter } from '../../packages/kit/src/types/index.ts';

const shops = ['', 'console/', 'packages/create-stoa/template/'].map(
  (folder) => new URL(`../../${folder}`, import.meta.url),
);

type TypedFiles = Awaited<ReturnType<TypeWriter['compare']>>;

/** The types of the extensions of these shops that are out of date. */
export async function staleTypes(): Promise<TypedFiles> {
  const stale: TypedFiles[number][] = [];
  for (const shop of shops) {
    const read = await readConfig(fileURLToPath(new URL('gateway.yaml', shop)), { environment: {} });
    if (read.config === undefined) throw new StartupError(read.findings);
    const { config } = read;
    const { manifests, findings } = await discoverExtensions(config);
    throwIfErrors(findings);
    const whole = { ...config, pages: allPages(config, manifests) };
    stale.push(...(await new TypeWriter().compare(whole, manifests)).filter(({ isStale }) => isStale));
  }
  return stale;
}
