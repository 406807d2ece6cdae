import type { DocumentNode } from 'graphql';
import type { ExtensionId, RouteId } from '../base/ids.ts';
import type { Place } from '../base/startup-error.ts';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What discovery found in one extension's folder; none of its code has run. */
export interface ExtensionManifest {
  readonly id: ExtensionId;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** From its package.json, else undefined. */
  readonly version: string | undefined;
  /** Where gateway.yaml names it. */
  readonly declaredAt: Place;
  /** Sorted by routeId. */
  readonly endpoints: readonly EndpointManifest[];
  /** Sorted by file; each document's AST has locations (`loc`) in a `Source` whose name is the absolute path. */
  readonly sdl: readonly SdlFile[];
  /** Absolute paths of `graphql/**\/*.resolvers.ts`, sorted. */
  readonly resolverFiles: readonly string[];
  /** Sorted by number. */
  readonly migrations: readonly SqlFile[];
  /** `seed/*.sql`: demonstration data, sorted by name. */
  readonly seeds: readonly SqlFile[];
  /** `pages/<group>/<Name>.tsx`, sorted by file. */
  readonly pages: readonly PageComponentFile[];
  /** `assets/**`: pictures and the like, sorted by file; served as `/assets/<extension>/<name>`. */
  readonly assets: readonly AssetFile[];
  /** Its `.meshrc.yaml`, when it has one; none of its sources has been read. */
  readonly mesh?: MeshManifest | undefined;
}

/** What an extension's `.meshrc.yaml` says, as far as it can be known without GraphQL Mesh. */
export interface MeshManifest {
  readonly file: string;
  readonly text: string;
  /** What it says, as JSON. */
  readonly value: unknown;
  /** Where a part of it stands, or else what is around that. */
  placeOf(path: readonly (string | number)[]): Place;
  readonly sources: readonly MeshSourceEntry[];
  /** The packages that it asks for, besides Mesh itself. */
  readonly packages: readonly MeshPackageEntry[];
  /** Environment variables that it names without a default. */
  readonly variables: readonly { readonly name: string; readonly where: Place }[];
  /** Values that are secrets as they stand: those of header fields. */
  readonly secrets: readonly string[];
  /** Files of the extension's folder that it names, absolute. */
  readonly files: readonly string[];
}

export interface MeshSourceEntry {
  readonly name: string;
  readonly where: Required<Place>;
}

export interface MeshPackageEntry {
  readonly kind: 'handler' | 'transform' | 'merger';
  /** As it is written: `openapi`, `jsonSchema`. */
  readonly name: string;
  readonly where: Place;
}

/** One page component, not yet run. */
export interface PageComponentFile {
  /** `all`, or a page group's name. */
  readonly group: string;
  /** The file's name without its ending. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

export interface AssetFile {
  /** Absolute path. */
  readonly file: string;
  /** Relative to `assets/`, with `/` between folders. */
  readonly name: string;
}

export interface SdlFile {
  readonly file: string;
  readonly document: DocumentNode;
}

export interface SqlFile {
  readonly file: string;
  /** File name without folder, e.g. `001-create-review.sql`: what the migrations table remembers. */
  readonly name: string;
  readonly text: string;
}

/** One endpoint: a folder `api/<routeId>/`. */
export interface EndpointManifest {
  readonly extension: ExtensionId;
  readonly routeId: RouteId;
  /** Where route.json writes the path. */
  readonly source: Place;
  readonly summary: string | undefined;
  readonly methods: readonly HttpMethod[];
  readonly path: string;
  readonly access: 'public' | 'private';
  /** All of these are needed; only ever non-empty on private routes. */
  readonly permissions: readonly string[];
  /** Names of the `:name` segments, in order. */
  readonly paramNames: readonly string[];
  /** Generated JSON Schemas; undefined where route.json says nothing of that part. */
  readonly schemas: {
    readonly params: JsonSchema | undefined;
    readonly query: JsonSchema | undefined;
    readonly body: JsonSchema | undefined;
  };
  /** Names of the required body fields in route.json's order, for the message of a 400. */
  readonly requiredBodyFields: readonly string[];
  readonly consumes: readonly ('json' | 'form')[];
  /** The page that has this endpoint's form, when there is one. */
  readonly form: FormManifest | undefined;
  /** Milliseconds; undefined means the gateway's default. */
  readonly timeoutMs: number | undefined;
  /** Bytes; undefined means the gateway's default. */
  readonly bodyLimit: number | undefined;
  /** How often one caller may ask; undefined means as often as the gateway lets them. */
  readonly rateLimit: RouteRateLimit | undefined;
  /** In the order in which they run. */
  readonly handlers: readonly HandlerFile[];
}

export interface RouteRateLimit {
  readonly points: number;
  readonly seconds: number;
  /** `caller`: a user by who they are, a guest by their address. */
  readonly by: 'caller' | 'address';
}

export interface FormManifest {
  /** The page group's name as route.json gives it; whether there is one is only known with gateway.yaml. */
  readonly page: string;
  readonly at: Place;
}

export interface HandlerFile {
  /** The bare name: `createFoo` of `[bodyParser]createFoo.ts`. */
  readonly name: string;
  readonly file: string;
  readonly prerequisites: readonly string[];
}
