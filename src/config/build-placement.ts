import { resolve } from 'node:path';
import type { PlacementConfig, SigningSecrets } from './config.ts';
import type { GatewayConfig, Placement } from './gateway-config.gen.ts';

/** The placement of an extension, by its own entry or `system.placement`. `folder` is that of gateway.yaml. */
export function buildPlacement(
  written: Placement | undefined,
  system: Pick<GatewayConfig['system'], 'placement'>,
  folder: string,
): PlacementConfig {
  const placement = written ?? system.placement;
  if (placement === 'process') return { kind: 'process', size: 1, network: false, memoryMb: 512, env: [] };
  if (typeof placement === 'string') return { kind: 'in-process' };
  const { process, url, secret = '', ca, gateway, forwardBearer, accept } = placement;
  // `checkPlacement` has refused an object with both, and one with neither.
  if (process !== undefined) return { kind: 'process', ...process };
  return {
    kind: 'url',
    urls: [url ?? []].flat(),
    secrets: secretsOf(secret),
    ca: ca === undefined ? undefined : resolve(folder, ca),
    gateway,
    forwardBearer,
    accept: {
      hive: accept.hive && secretsOf(accept.hive.secret),
      bearer: accept.bearer && { ...accept.bearer, jwks: new URL(accept.bearer.jwks) },
    },
  };
}

/** An older secret may be empty: "${REVIEWS_SECRET_OLD:-}". */
function secretsOf(written: string | readonly string[]): SigningSecrets {
  const [secret = '', ...olderSecrets] = [written].flat().filter((text) => text !== '');
  return olderSecrets.length === 0 ? { secret } : { secret, olderSecrets };
}
