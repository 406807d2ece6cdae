import type { ExportedSubgraph } from '../supergraph/compose-supergraph.ts';
import { enginePackages, packageJson } from './engine-packages.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { hiveConfig } from './hive-files.ts';
import { placedConfig } from './placed-config.ts';

/** `mesh-compose` composes the supergraph from these subgraphs and further sources. Hive Gateway serves it. */
export function meshFiles(shop: ExportedShop): ExportedFiles {
  const { subgraphs } = shop.supergraph;
  const scripts = { compose: enginePackages.mesh.command, start: 'hive-gateway supergraph' };
  return new Map([
    ['mesh.config.ts', meshConfig(subgraphs)],
    ...subgraphs.map(({ name, sdl }) => [subgraphFile(name), sdl] as const),
    ['gateway.config.ts', hiveConfig(shop)],
    ['package.json', packageJson([enginePackages.mesh, enginePackages.hive], scripts)],
    ['gateway.yaml', placedConfig(shop.config, shop.addresses)],
  ]);
}

function meshConfig(subgraphs: readonly ExportedSubgraph[]): string {
  const sources = subgraphs.map(({ name, url }) => `    subgraph('${name}', '${url}', './${subgraphFile(name)}'),`);
  return `import { defineConfig, loadGraphQLHTTPSubgraph } from '@graphql-mesh/compose-cli';

/** The address comes from the environment, if ${variableOf('NAME')} is set there. */
function subgraph(name: string, url: string, source: string) {
  const endpoint = process.env[\`\${name.toUpperCase().replaceAll('-', '_')}_URL\`] ?? url;
  return { sourceHandler: loadGraphQLHTTPSubgraph(name, { endpoint, source }) };
}

export const composeConfig = defineConfig({
  output: 'supergraph.graphql',
  subgraphs: [
${sources.join('\n')}
    // Sources that are not GraphQL come here: https://the-guild.dev/graphql/mesh/v1
  ],
});
`;
}

/** The environment variable with a subgraph's address. */
export function variableOf(subgraph: string): string {
  return `${subgraph.toUpperCase().replaceAll('-', '_')}_URL`;
}

function subgraphFile(name: string): string {
  return `subgraphs/${name}.graphql`;
}
