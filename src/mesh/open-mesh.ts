import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import { type DocumentNode, GraphQLSchema } from 'graphql';
import {
  didYouMean,
  errorFinding,
  type Finding,
  isObject,
  MemoizeLast,
  type Place,
  pointerKeys,
  StartupError,
  throwIfErrors,
} from '#base';
import type { Context } from '#extension-api';
import type { ExtensionManifest, MeshManifest, SdlFile } from '#extensions';
import { MeshRequestState } from './mesh-fetch.ts';
import type { MeshInstance } from './mesh-modules.ts';
import { exportsOf, MeshPackages, missingPackages } from './mesh-packages.ts';
import { meshSdl } from './mesh-sdl.ts';
import { createRedact, type Redact, redacted } from './redaction.ts';
import { MeshStart } from './start-mesh.ts';

/** Time-out for reading all sources of one extension. */
const openTimeoutMs = 10_000;

export interface MeshRequest {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
}

export interface MeshAnswer {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Errors without secrets, with their paths in the data. */
  readonly errors: readonly { readonly path: readonly (string | number)[]; readonly error: Error }[];
}

/** GraphQL Mesh over the sources of one extension. */
export interface OpenMesh {
  readonly manifest: MeshManifest;
  readonly warnings: readonly Finding[];
  readonly schema: GraphQLSchema;
  /** SDL of the sources, without the fields that the extension's own SDL declares. */
  sdlWithout(own: readonly SdlFile[]): SdlFile;
  execute(request: MeshRequest): Promise<MeshAnswer>;
  close(): Promise<void>;
}

export interface OpenMeshOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** Starts Mesh and reads the sources. Throws StartupError for missing packages or variables and unreadable sources. */
export async function openMesh(
  { mesh, folder }: Pick<ExtensionManifest, 'folder'> & { readonly mesh: MeshManifest },
  { environment = process.env, timeoutMs = openTimeoutMs }: OpenMeshOptions = {},
): Promise<OpenMesh> {
  const packages = new MeshPackages(folder);
  throwIfErrors([
    ...missingPackages(mesh, packages),
    ...missingVariables(mesh, environment),
    ...(await otherConfig(folder)),
  ]);
  const start = new MeshStart(mesh, createRedact(mesh, environment));
  const instance = await start.run(packages, timeoutMs);
  const warnings = await checkConfig(mesh, packages);
  if (!(instance.schema instanceof GraphQLSchema))
    throw new StartupError([
      start.finding(
        'uses a second copy of graphql',
        'Run "npm dedupe" where GraphQL Mesh is installed, and remove its copy.',
      ),
    ]);
  const latest = new MemoizeLast<SdlFile>();
  const placeOf = (type: string): Place => {
    const owner = instance.rawSources.find(({ schema }) => schema.getType(type) !== undefined);
    return (
      mesh.sources.find(({ name }) => name === owner?.name)?.where ?? mesh.sources[0]?.where ?? { file: mesh.file }
    );
  };
  return {
    manifest: mesh,
    warnings,
    schema: instance.schema,
    sdlWithout: (sdl) =>
      latest.recall(
        sdl.map(({ document }) => document.loc?.source.body),
        () => meshSdl(instance.schema, { mesh, sdl, placeOf }),
      ),
    execute: (request) => execute(instance, request, start.redact),
    close: async () => {
      await instance.destroy();
    },
  };
}

async function execute(mesh: MeshInstance, request: MeshRequest, redact: Redact): Promise<MeshAnswer> {
  const { document, variables, context } = request;
  const { headers } = context.request;
  const errand = new MeshRequestState(context.signal);
  const masked = (error: unknown): Error => redacted(error, redact, errand.unreachable);
  try {
    const { data, errors = [] } = await mesh.execute(document, variables, { headers, errand });
    return {
      data: isObject(data) ? data : undefined,
      errors: errors.map((error) => ({ path: error.path ?? [], error: masked(error.originalError ?? error) })),
    };
  } catch (error) {
    throw masked(error);
  }
}

function missingVariables({ variables }: MeshManifest, environment: NodeJS.ProcessEnv): readonly Finding[] {
  return variables
    .filter(({ name }) => environment[name] === undefined)
    .map(({ name, where }) =>
      errorFinding('MESH_VARIABLE_MISSING', {
        where,
        what: `the environment variable ${name} is not set`,
        fix: 'Set it before the gateway starts.',
      }),
    );
}

/** Reports a configuration in package.json, because Mesh would read it instead of `.meshrc.yaml`. */
async function otherConfig(folder: string): Promise<readonly Finding[]> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => '{}'); // Optional. read-package-json.ts reports its errors.
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value.mesh === undefined) return [];
  const what = 'has a "mesh" of its own, which GraphQL Mesh would read instead of .meshrc.yaml';
  return [errorFinding('MESH_FAILED', { where: { file, line: 1 }, what, fix: 'Keep one of the two.' })];
}

/**
 * Validates `.meshrc.yaml` against the JSON Schemas of Mesh and its handlers. The findings are warnings: Mesh accepts
 * unknown options, because a newer handler may know them, so a misspelt option would otherwise be ignored silently.
 */
async function checkConfig(mesh: MeshManifest, packages: MeshPackages): Promise<readonly Finding[]> {
  const { jsonSchema } = exportsOf(packages.find('@graphql-mesh/types') && packages.load('@graphql-mesh/types'));
  if (!isObject(jsonSchema)) return [];
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, validateFormats: false });
  const { $schema: _draft, ...schema } = jsonSchema;
  if (ajv.validate(schema, mesh.value)) return [];
  const known = new Set<string>();
  return deepest(ajv.errors ?? []).flatMap((error): readonly Finding[] => {
    const { path, what, fix } = wordsOf(error);
    if (what === undefined || known.has(`${path} ${what}`)) return [];
    known.add(`${path} ${what}`);
    return [{ code: 'MESHRC_INVALID', severity: 'warning', where: mesh.placeOf(path), what, fix }];
  });
}

/**
 * Filters the errors of `anyOf`, where each alternative reports its own. An option that one alternative allows is
 * no error. Of the others, the deepest errors belong to the alternative that was meant.
 */
function deepest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const taken = (name: string, at: string): boolean =>
    errors.some(({ instancePath, parentSchema }) => instancePath === at && optionsOf(parentSchema).includes(name));
  return errors.filter(({ keyword, instancePath, params }) => {
    if (keyword === 'anyOf' || keyword === 'required') return false;
    if (errors.some((other) => other.instancePath.startsWith(`${instancePath}/`))) return false;
    return keyword !== 'additionalProperties' || !taken(String(params.additionalProperty), instancePath);
  });
}

function optionsOf(schema: unknown): readonly string[] {
  return isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
}

const documentation = 'Write it as the documentation of GraphQL Mesh says: https://the-guild.dev/graphql/mesh/docs.';

function wordsOf({ keyword, instancePath, params, parentSchema, message }: ErrorObject) {
  const path = pointerKeys(instancePath).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  if (keyword !== 'additionalProperties') return { path, what: message, fix: documentation };
  const name = String(params.additionalProperty);
  return {
    path: [...path, name],
    what: `"${name}" is no option that GraphQL Mesh knows here`,
    fix: didYouMean(name, optionsOf(parentSchema)),
  };
}
