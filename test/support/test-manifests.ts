import { type ExtensionId, isExtensionId } from '#base';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import { isRouteId, type RouteId } from '../../src/extensions/manifest.ts';

export function extensionId(name: string): ExtensionId {
  if (!isExtensionId(name)) throw new Error(`"${name}" is no extension's name`);
  return name;
}

export function routeId(name: string): RouteId {
  if (!isRouteId(name)) throw new Error(`"${name}" is no endpoint's name`);
  return name;
}

/** What a test says of an endpoint; the rest is as route.json's defaults make it. */
export type EndpointSketch = Partial<Omit<EndpointManifest, 'extension' | 'routeId' | 'handlers' | 'paramNames'>> & {
  readonly path: string;
  readonly handlers?: readonly string[];
};

export function testEndpoint(extension: string, name: string, sketch: EndpointSketch): EndpointManifest {
  const folder = `/shop/extensions/${extension}/api/${name}`;
  return {
    source: { file: `${folder}/route.json` },
    summary: undefined,
    methods: ['GET'],
    access: 'public',
    permissions: [],
    schemas: { params: undefined, query: undefined, body: undefined },
    requiredBodyFields: [],
    messages: {},
    consumes: ['json'],
    files: {},
    parsesBody: false,
    form: undefined,
    timeoutMs: undefined,
    bodyLimit: undefined,
    rateLimit: undefined,
    ...sketch,
    extension: extensionId(extension),
    routeId: routeId(name),
    paramNames: sketch.path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])),
    handlers: (sketch.handlers ?? [name]).map((each) => ({
      name: each,
      file: `${folder}/${each}.ts`,
      prerequisites: [],
    })),
  };
}

/** An extension with nothing but endpoints. */
export function testManifest(id: string, endpoints: Readonly<Record<string, EndpointSketch>> = {}): ExtensionManifest {
  return {
    id: extensionId(id),
    folder: `/shop/extensions/${id}`,
    version: undefined,
    declaredAt: { file: '/shop/gateway.yaml' },
    endpoints: Object.entries(endpoints).map(([name, sketch]) => testEndpoint(id, name, sketch)),
    uses: [],
    sdl: [],
    resolverFiles: [],
    migrations: [],
    seeds: [],
    pages: [],
    ownPages: [],
    optionalPages: [],
    events: [],
    tasks: [],
    assets: [],
    textFiles: [],
    mails: [],
    texts: {},
  };
}
