import type { ExportedSubgraph } from '../supergraph/compose-supergraph.ts';
import { hiveConfig } from './engine-files.ts';
import { enginePackages, packageJson } from './engine-packages.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import type { MeshSource } from './mesh-sources.ts';
import { placedConfig } from './placed-config.ts';

/** `mesh-compose` composes the supergraph from these subgraphs and further sources. Hive Gateway serves it. */
export function meshFiles(shop: ExportedShop): ExportedFiles {
  const { sources = [], files = new Map() } = shop.mesh ?? {};
  const served = shop.supergraph.subgraphs.filter(({ name }) => sources.every(({ extension }) => extension !== name));
  const scripts = { compose: enginePackages.mesh.command, start: 'hive-gateway supergraph' };
  const loaders = sources.flatMap(({ loader }) =>
    loader.range === undefined ? [] : [{ name: loader.package, range: loader.range }],
  );
  return new Map([
    ['mesh.config.ts', meshConfig(served, sources)],
    ...served.map(({ name, sdl }) => [subgraphFile(name), sdl] as const),
    ...files,
    ['gateway.config.ts', hiveConfig(shop)],
    ['package.json', packageJson([enginePackages.mesh, enginePackages.hive, ...loaders], scripts)],
    ['gateway.yaml', placedConfig(shop.config, shop.addresses)],
  ]);
}

function meshConfig(subgraphs: readonly ExportedSubgraph[], sources: readonly MeshSource[]): string {
  const served = subgraphs.map(({ name, url }) => `    subgraph('${name}', '${url}', './${subgraphFile(name)}'),`);
  return `${importsOf(sources)}
/** The address comes from the environment, if ${variableOf('NAME')} is set there. */
function subgraph(name: string, url: string, source: string) {
  const endpoint = process.env[\`\${name.toUpperCase().replaceAll('-', '_')}_URL\`] ?? url;
  return { sourceHandler: loadGraphQLHTTPSubgraph(name, { endpoint, source }) };
}

export const composeConfig = defineConfig({
  output: 'supergraph.graphql',
  subgraphs: [
${[...served, ...sources.map(printSource)].join('\n')}
    // Further sources come here: https://the-guild.dev/graphql/mesh/v1
  ],
});
`;
}

function importsOf(sources: readonly MeshSource[]): string {
  const own = enginePackages.mesh.name;
  const calls = sources.flatMap(({ loader, transforms }) => [
    { name: loader.call, from: loader.package },
    ...transforms.map((transform) => ({ name: transform.split('(', 1)[0] ?? '', from: own })),
  ]);
  const all = ['defineConfig', 'loadGraphQLHTTPSubgraph'].map((name) => ({ name, from: own }));
  const byPackage = Map.groupBy([...all, ...calls], ({ from }) => from);
  return [...byPackage]
    .map(([from, names]) => `import { ${[...new Set(names.map(({ name }) => name))].join(', ')} } from '${from}';\n`)
    .join('');
}

function printSource({ name, loader, options, transforms }: MeshSource): string {
  const given = JSON.stringify(options ?? {}, null, 2).replaceAll('\n', '\n      ');
  const after = transforms.length === 0 ? '' : `\n      transforms: [${transforms.join(', ')}],`;
  return `    {\n      sourceHandler: ${loader.call}('${name}', ${given}),${after}\n    },`;
}

/** The environment variable with a subgraph's address. */
export function variableOf(subgraph: string): string {
  return `${subgraph.toUpperCase().replaceAll('-', '_')}_URL`;
}

function subgraphFile(name: string): string {
  return `subgraphs/${name}.graphql`;
}
