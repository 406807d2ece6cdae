import { errorFinding, type Finding } from '#base';
import { digest } from '#bundle';
import type { Config } from '#config';
import type { Assembly } from '#gateway';

/** Equal for two readings of a shop that give the same gateway: gateway.yaml, code, routes and SDL. */
export function identityOf({ config, manifests, bundles, schemaKey }: Omit<Assembly, 'release'>): string {
  const hashes = bundles.map(({ extension, hash }) => [extension, hash]);
  const routes = manifests.map(({ id, endpoints }) => [id, endpoints]);
  return digest(JSON.stringify([config.source, schemaKey, hashes, routes]));
}

export function filesChanged({ file }: Config): Finding {
  return errorFinding('FILES_CHANGED', {
    where: { file },
    what: 'files of the shop changed between the reading of one process and that of the next',
    fix: 'Start or reload again when all files are saved.',
  });
}
