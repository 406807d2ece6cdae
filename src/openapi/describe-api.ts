import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText, errorCode, isObject, versionIn } from '#base';
import type { Config } from '#config';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import { errorResponses } from './describe-errors.ts';
import { describeOperation, operationIdOf } from './describe-operation.ts';
import { embedSchema } from './embed-schema.ts';

interface ApiOptions {
  readonly config: Pick<Config, 'server' | 'auth' | 'folder'>;
  readonly manifests: readonly ExtensionManifest[];
  /** Where the API is. Default: where the document is. */
  readonly server?: string | undefined;
}

/**
 * Describes every route of the shop, in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1). Title and version are those
 * of the package.json in the folder of gateway.yaml.
 */
export async function describeApi({ config, manifests, server = '/' }: ApiOptions) {
  const { title, version } = await readProject(config.folder);
  const endpoints = manifests
    .flatMap((manifest) => manifest.endpoints)
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.routeId, b.routeId));
  const nameOf = namesOf(endpoints);
  const operations = endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => {
      const operation = describeOperation({ endpoint, method, name: nameOf(endpoint), config });
      // `/products/{id}/reviews` for `/products/:id/reviews`.
      const template = endpoint.path.replace(/:([^/]+)/g, '{$1}');
      return { template, method: method.toLowerCase(), operation };
    }),
  );
  const paths = [...Map.groupBy(operations, ({ template }) => template)].map(([template, own]) => {
    return [template, Object.fromEntries(own.map(({ method, operation }) => [method, operation]))] as const;
  });
  return {
    openapi: '3.1.1',
    info: { title, version, description: 'The REST routes of the shop. Errors are `{ "error": message }`.' },
    servers: [{ url: server }],
    tags: manifests.filter((manifest) => manifest.endpoints.length > 0).map(tagOf),
    paths: Object.fromEntries(paths),
    components: { schemas: schemasOf(endpoints, nameOf), responses: errorResponses(), securitySchemes },
  };
}

/** A name for each endpoint, which schemas and operations have. Two extensions may have endpoints of one name. */
function namesOf(endpoints: readonly EndpointManifest[]): (endpoint: EndpointManifest) => string {
  const counts = Map.groupBy(endpoints, ({ routeId }) => routeId.toLowerCase());
  return ({ extension, routeId }) => {
    if (counts.get(routeId.toLowerCase())?.length === 1) return routeId;
    const prefix = extension.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());
    return operationIdOf(prefix, routeId);
  };
}

function tagOf({ id, version }: ExtensionManifest) {
  return { name: id, description: `The extension ${id}${version === undefined ? '' : ` ${version}`}.` };
}

function schemasOf(
  endpoints: readonly EndpointManifest[],
  nameOf: (endpoint: EndpointManifest) => string,
): Readonly<Record<string, object>> {
  const bodies = endpoints.flatMap((endpoint) => {
    const { body } = endpoint.schemas;
    const name = `${nameOf(endpoint)}Body`;
    return body === undefined ? [] : [[name, embedSchema(body, `#/components/schemas/${name}`)] as const];
  });
  return { Success: success, Error: failure, ...Object.fromEntries(bodies) };
}

const success = {
  description: 'What a route answers when it has done its work. Routes may answer in other forms.',
  type: 'object',
  properties: { success: { type: 'boolean', const: true }, data: { type: 'object' } },
  required: ['success', 'data'],
};

const failure = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What went wrong, for a person.' },
    code: { type: 'string', description: 'What kind of outage a 503 tells of.' },
  },
  required: ['error'],
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A token in the header Authorization.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'stoa_session',
    description: 'The cookie of a signed-in browser. By https its name is __Host-stoa_session.',
  },
};

async function readProject(folder: string) {
  const manifest = await readJson(join(folder, 'package.json'));
  const title = isObject(manifest) && typeof manifest.name === 'string' ? manifest.name : 'shop';
  return { title, version: versionIn(manifest) ?? '0.0.0' };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // A shop needs no package.json, and npm reports one that is not JSON.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
