import { stringify } from 'yaml';
import { enginePort } from '../supergraph/addresses.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { placedConfig } from './placed-config.ts';

const head = `# Apollo Router: router --config router.yaml --supergraph supergraph.graphql
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
    ['router.yaml', head + stringify(router, { lineWidth: 0 })],
    ['gateway.yaml', placedConfig(config, addresses)],
  ]);
}
