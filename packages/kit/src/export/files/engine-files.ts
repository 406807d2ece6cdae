import { stringify } from 'yaml';
import { enginePort } from '../supergraph/addresses.ts';
import { enginePackages, packageJson } from './engine-packages.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { hiveSecret, isPublicKey, placedConfig } from './placed-config.ts';

/** Hive Gateway over the supergraph that this export composed. */
export function hiveFiles(shop: ExportedShop): ExportedFiles {
  return new Map([
    ['supergraph.graphql', shop.supergraph.sdl],
    ['gateway.config.ts', hiveConfig(shop)],
    ['package.json', packageJson([enginePackages.hive], { start: 'hive-gateway supergraph' })],
    ['gateway.yaml', placedConfig(shop.config, shop.addresses)],
  ]);
}

/**
 * The configuration of Hive Gateway: https://the-guild.dev/graphql/hive/docs/api-reference/gateway-config. Its types
 * alone are imported, so that the file loads wherever it lies.
 */
export function hiveConfig({ config }: ExportedShop): string {
  const { depth, tokens } = config.graphql.limits;
  const bearer = isPublicKey(config.auth.bearer.jwt);
  return `import type { GatewayCLIConfig } from '@graphql-hive/gateway';

const secret = process.env.${hiveSecret};
if (!secret) throw new Error('Set ${hiveSecret}, as it is for gateway.yaml: placement.accept.hive.secret.');

export const gatewayConfig = {
  supergraph: './supergraph.graphql',
  port: Number(process.env.PORT ?? ${enginePort}),
  graphqlEndpoint: '${config.graphql.path}',
  // The served extensions answer signed requests alone.
  hmacSignature: { secret },
${bearer ? bearerLines : ''}  // As in gateway.yaml. Hive Gateway has no limit of aliases in sum, and none of costs.
  maxDepth: ${depth},
  maxTokens: ${tokens},
} satisfies Partial<GatewayCLIConfig>;
`;
}

const bearerLines = `  // Each extension verifies the caller's token itself.
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }): Record<string, string> => {
      const authorization = request.headers.get('authorization');
      return authorization === null ? {} : { authorization };
    },
  },
`;

const routerHead = `# Apollo Router: router --config router.yaml --supergraph supergraph.graphql
# It cannot sign as Hive Gateway does. So the extensions need auth.bearer.jwt.jwks, and every caller a token of that issuer.
`;

/** Apollo Router's configuration: https://www.apollographql.com/docs/graphos/routing/configuration/yaml */
export function apolloFiles(shop: ExportedShop): ExportedFiles {
  const { config, supergraph, addresses } = shop;
  const { limits, path, introspection } = config.graphql;
  const router = {
    supergraph: { listen: `127.0.0.1:${enginePort}`, path, introspection: introspection === 'always' },
    // Messages of extensions are for clients: the extensions themselves mask what is not.
    include_subgraph_errors: { all: true },
    headers: { all: { request: [{ propagate: { named: 'authorization' } }] } },
    limits: { parser_max_tokens: limits.tokens, http_max_request_bytes: config.server.limits.body },
    traffic_shaping: {
      router: { timeout: `${config.server.limits.timeoutMs}ms` },
      all: { timeout: `${config.calls.timeoutMs}ms`, deduplicate_query: true },
    },
  };
  return new Map([
    ['supergraph.graphql', supergraph.sdl],
    ['router.yaml', routerHead + stringify(router, { lineWidth: 0 })],
    ['gateway.yaml', placedConfig(config, addresses)],
  ]);
}
