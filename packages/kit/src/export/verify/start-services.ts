import { type Assembly, type Logger, startServed } from 'stoa/tooling';
import { isPublicKey } from '../files/placed-config.ts';

interface ServiceParts {
  readonly assembly: Pick<Assembly, 'config' | 'composition' | 'manifests'>;
  /** The gateway's origin, for `context.query`. */
  readonly gatewayUrl: string;
  /** Of the gateway's and of Hive Gateway's signatures. */
  readonly secret: string;
  readonly logger: Logger;
}

/** Serves each extension with GraphQL on a free port, as `stoa serve` does. `urls` are origins by extension. */
export async function startServices(parts: ServiceParts) {
  const { manifests, composition } = parts.assembly;
  // Engines ask the sources of GraphQL Mesh themselves.
  const served = manifests.filter(({ id, mesh }) => composition.subgraphs.has(id) && mesh === undefined);
  const placed = placedElsewhere(parts);
  const started = new Map<string, Awaited<ReturnType<typeof startServed>>>();
  const stop = async (): Promise<void> => {
    await Promise.all([...started.values()].map((served) => served.close({ readinessDelayMs: 0, drainMs: 0 })));
  };
  try {
    for (const { id: name } of served)
      started.set(name, await startServed(placed, { name, at: { host: '127.0.0.1', port: 0 }, logger: parts.logger }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: new Map([...started].map(([name, { url }]) => [name, url])), [Symbol.asyncDispose]: stop };
}

/** The shop with each extension at a URL, which accepts what the exported gateway.yaml says. */
function placedElsewhere({ assembly, gatewayUrl, secret }: ServiceParts): Assembly['config'] {
  const { config } = assembly;
  const { jwt } = config.auth.bearer;
  const bearer = isPublicKey(jwt) ? { jwks: jwt.key.url, issuer: jwt.issuer, audience: jwt.audience } : undefined;
  const placement = {
    kind: 'url',
    // Where it listens is said to each of them.
    urls: ['http://127.0.0.1'],
    secrets: { secret },
    ca: undefined,
    gateway: gatewayUrl,
    forwardBearer: false,
    accept: { hive: { secret }, bearer },
  } as const;
  return { ...config, extensions: config.extensions.map((extension) => ({ ...extension, placement })) };
}
