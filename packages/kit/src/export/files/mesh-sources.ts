import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type ExtensionManifest, errorFinding, type Finding, isObject } from 'stoa/tooling';

/** A source of a `.meshrc.yaml`, as `mesh-compose` reads it. */
export interface MeshSource {
  /** Unique among subgraphs. */
  readonly name: string;
  readonly extension: string;
  readonly loader: Loader;
  readonly options: unknown;
  /** Expressions, such as `createPrefixTransform({ … })`. */
  readonly transforms: readonly string[];
}

interface Loader {
  readonly call: string;
  readonly package: string;
  readonly range?: string;
}

/** Handlers of GraphQL Mesh v0, and what loads the same in v1: https://the-guild.dev/graphql/mesh/v1/source-handlers */
const loaders: Readonly<Record<string, Loader>> = {
  graphql: { call: 'loadGraphQLHTTPSubgraph', package: '@graphql-mesh/compose-cli' },
  openapi: { call: 'loadOpenAPISubgraph', package: '@omnigraph/openapi', range: '^0.112.4' },
  jsonSchema: { call: 'loadJSONSchemaSubgraph', package: '@omnigraph/json-schema', range: '^0.112.4' },
};

const transforms: Readonly<Record<string, string>> = {
  prefix: 'createPrefixTransform',
  encapsulate: 'createEncapsulateTransform',
  namingConvention: 'createNamingConventionTransform',
  prune: 'createPruneTransform',
};

/** Of all extensions: their sources, the files that those name, and what `mesh-compose` cannot take over. */
export interface MeshSources {
  readonly sources: readonly MeshSource[];
  /** Texts by their path in the export. */
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** Reads the `.meshrc.yaml` files of extensions that have nothing else for GraphQL. */
export async function readMeshSources(manifests: readonly ExtensionManifest[]): Promise<MeshSources> {
  const findings = manifests.flatMap(notConvertible);
  const sources = findings.length > 0 ? [] : manifests.flatMap(sourcesOf);
  const files = new Map<string, string>();
  for (const { id, mesh } of manifests)
    for (const file of mesh?.files ?? [])
      files.set(exportedPath(id, dirname(mesh?.file ?? ''), file), await readFile(file, 'utf8'));
  return { sources, files, findings };
}

/** Mesh v0 fills in both forms, mesh-compose the first one. */
const variable = /\{env\.(\w+)\}|\$\{(\w+)\}/;

type Named = Readonly<Record<string, unknown>>;

function sourcesIn(value: unknown): readonly Named[] {
  return isObject(value) && Array.isArray(value.sources) ? value.sources.filter(isObject) : [];
}

/** A map with one entry: `openapi: { … }`. */
function onlyEntry(value: unknown): readonly [string, unknown] | undefined {
  return isObject(value) ? Object.entries(value)[0] : undefined;
}

function transformsIn(value: Named): readonly (readonly [string, unknown])[] {
  const transforms: readonly unknown[] = Array.isArray(value.transforms) ? value.transforms : [];
  return transforms.map(onlyEntry).filter((entry) => entry !== undefined);
}

function notConvertible({ id, mesh, sdl, resolverFiles }: ExtensionManifest): readonly Finding[] {
  if (mesh === undefined) return [];
  const value = isObject(mesh.value) ? mesh.value : {};
  const refuse = (what: string, fix: string): Finding =>
    errorFinding('EXPORT_NOT_SERVED', { where: { file: mesh.file, line: 1 }, what: `${id}: ${what}`, fix });
  const findings: Finding[] = [];
  if (resolverFiles.length > 0 || sdl.some(({ file }) => file !== mesh.file)) {
    const fix = `Move the SDL and resolvers of its graphql/ to an extension that asks the source itself, or disable ${id}.`;
    findings.push(refuse('its own SDL and resolvers use a source that only the gateway reads', fix));
  }
  if (mesh.secrets.some((text) => !variable.test(text)))
    findings.push(refuse('a secret stands in its file, and no export has one', 'Write "{env.NAME}" in its place.'));
  const handlers = sourcesIn(value).flatMap(({ handler }) => onlyEntry(handler)?.[0] ?? []);
  const used = [value, ...sourcesIn(value)].flatMap((each) => transformsIn(each).map(([name]) => name));
  const unknown = [
    ...handlers.filter((name) => !Object.hasOwn(loaders, name)),
    ...used.filter((name) => !Object.hasOwn(transforms, name)),
  ];
  for (const name of new Set(unknown)) {
    const fix = `Disable ${id}, and add its source to the exported mesh.config.ts: https://the-guild.dev/graphql/mesh/v1`;
    findings.push(refuse(`"${name}" has no counterpart in mesh-compose that an export knows`, fix));
  }
  return findings;
}

function sourcesOf({ id, mesh }: ExtensionManifest): readonly MeshSource[] {
  if (mesh === undefined || !isObject(mesh.value)) return [];
  const { value, file, files } = mesh;
  const all = sourcesIn(value);
  const folder = dirname(file);
  return all.flatMap((source): readonly MeshSource[] => {
    const [handler, given] = onlyEntry(source.handler) ?? [];
    const loader = handler === undefined ? undefined : loaders[handler];
    if (loader === undefined) return [];
    return [
      {
        name: all.length === 1 ? id : `${id}-${source.name}`,
        extension: id,
        loader,
        options: movedPaths(given, (path) => movedPath(path, { id, folder, files })),
        transforms: [...transformsIn(source), ...transformsIn(value)].map(
          ([name, options]) => `${transforms[name]}(${JSON.stringify(options ?? {})})`,
        ),
      },
    ];
  });
}

/** The value with the paths and variables of its strings as mesh-compose reads them. */
function movedPaths(value: unknown, move: (text: string) => string): unknown {
  if (typeof value === 'string') return move(value).replaceAll(/\$\{(\w+)\}/g, '{env.$1}');
  if (Array.isArray(value)) return value.map((each) => movedPaths(each, move));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, movedPaths(each, move)]));
}

interface NamedFiles {
  readonly id: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** Where the export has a file of the extension: `./warehouse.json#/definitions/Stock`. */
function movedPath(text: string, { id, folder, files }: NamedFiles): string {
  const [path = '', ...fragment] = text.split('#');
  const file = resolve(folder, path);
  if (!files.includes(file)) return text;
  return [`./${exportedPath(id, folder, file)}`, ...fragment].join('#');
}

function exportedPath(id: string, folder: string, file: string): string {
  return join('sources', id, relative(folder, file)).replaceAll('\\', '/');
}
