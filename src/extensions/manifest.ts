import type { ExtensionId, Place } from '#base';
import type { ExtensionSdl } from '#engine';
import type { Texts } from '#extension-ui';
import type { JsonSchema } from './files/check-schema.ts';
import type { MailFile } from './mails/read-mails.ts';
import type { AssetFile, OwnPage, PageComponentFile } from './pages/page-files.ts';
import type { SettingsManifest } from './settings/settings-values.ts';
import type { EventManifest, TaskManifest } from './tasks/task-files.ts';
import type { TextFile } from './texts/read-texts.ts';

declare const brand: unique symbol;

/** The name of the folder of an endpoint or page group. */
export type RouteId = string & { readonly [brand]: 'RouteId' };

export function isRouteId(name: string): name is RouteId {
  return /^[a-zA-Z][a-zA-Z0-9]*$/.test(name);
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What discovery found in the folder of one extension. Discovery runs no code. */
export interface ExtensionManifest {
  readonly id: ExtensionId;
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly version: string | undefined;
  /** Internal fields that it asks for, as its package.json says. */
  readonly uses: NonNullable<ExtensionSdl['uses']>;
  /** Its place in gateway.yaml. */
  readonly declaredAt: Place;
  /** Sorted by routeId. */
  readonly endpoints: readonly EndpointManifest[];
  /** Sorted by file. Each AST has locations (`loc`) in a `Source` with the absolute path as its name. */
  readonly sdl: readonly SdlFile[];
  /** Absolute paths of `graphql/**\/*.resolvers.ts`, sorted. */
  readonly resolverFiles: readonly string[];
  /** Sorted by number. */
  readonly migrations: readonly SqlFile[];
  /** `seed/*.sql`: demonstration data, sorted by name. */
  readonly seeds: readonly SqlFile[];
  /** `pages/<group>/<Name>.tsx`, sorted by file. */
  readonly pages: readonly PageComponentFile[];
  /** `pages/<group>/page.json`, sorted by group. */
  readonly ownPages: readonly OwnPage[];
  /** Groups of pages that others bring, and that the shop may lack. */
  readonly optionalPages: readonly string[];
  /** `assets/**`: static files, sorted by file and served as `/assets/<extension>/<name>`. */
  readonly assets: readonly AssetFile[];
  /** `texts/<locale>.json`, compiled. The first file has the extension's keys. */
  readonly textFiles: readonly TextFile[];
  /** The same, as the running extension needs it. */
  readonly texts: Texts;
  /** Its settings.schema.json with the values in gateway.yaml, if any. */
  readonly settings?: SettingsManifest | undefined;
  /** `mails/<name>.tsx`, sorted by name. */
  readonly mails: readonly MailFile[];
  /** Absolute path of `extension.ts`, if any: what the extension starts and stops. */
  readonly life?: string | undefined;
  /** `events/<event>.json`: what it publishes, sorted by name. */
  readonly events: readonly EventManifest[];
  /** `jobs/` and `subscribers/`, sorted by name. */
  readonly tasks: readonly TaskManifest[];
  /** Its `.meshrc.yaml`, if any. Discovery reads none of the sources. */
  readonly mesh?: MeshManifest | undefined;
}

/** Content of an extension's `.meshrc.yaml`, as far as it is known without GraphQL Mesh. */
export interface MeshManifest {
  readonly file: string;
  readonly text: string;
  /** The file's content as JSON. */
  readonly value: unknown;
  /** Place of the value at the path, or of its nearest existing parent. */
  placeOf(path: readonly (string | number)[]): Place;
  readonly sources: readonly MeshSourceEntry[];
  /** Packages that it needs in addition to Mesh itself. */
  readonly packages: readonly MeshPackageEntry[];
  /** Environment variables without a default. */
  readonly variables: readonly { readonly name: string; readonly where: Place }[];
  /** Secret values that are written in the file: those of header fields and credentials. */
  readonly secrets: readonly string[];
  /** Absolute paths of the extension's files that it names. */
  readonly files: readonly string[];
}

export interface MeshSourceEntry {
  readonly name: string;
  readonly where: Required<Place>;
}

export interface MeshPackageEntry {
  readonly kind: 'handler' | 'transform' | 'merger';
  /** The name in the file: `openapi`, `jsonSchema`. */
  readonly name: string;
  readonly where: Place;
}

export type SdlFile = ExtensionSdl['sdl'][number];

export interface SqlFile {
  readonly file: string;
  /** File name without folder, e.g. `001-create-review.sql`, as in the migrations table. */
  readonly name: string;
  readonly text: string;
}

/** One endpoint: a folder `api/<routeId>/`. */
export interface EndpointManifest {
  readonly extension: ExtensionId;
  readonly routeId: RouteId;
  /** Place of the path in route.json. */
  readonly source: Place;
  readonly summary: string | undefined;
  readonly methods: readonly HttpMethod[];
  readonly path: string;
  readonly access: 'public' | 'private';
  /** The caller needs all of these. Empty on public routes. */
  readonly permissions: readonly string[];
  /** Names of the `:name` segments, in order. */
  readonly paramNames: readonly string[];
  /** Generated JSON Schemas. Undefined for parts that route.json does not describe. */
  readonly schemas: {
    readonly params: JsonSchema | undefined;
    readonly query: JsonSchema | undefined;
    readonly body: JsonSchema | undefined;
  };
  /** Names of the required body fields, in the order of route.json, for the message of a 400. */
  readonly requiredBodyFields: readonly string[];
  /** By field of the body, and by file: the key of the text that says what is wrong with it. */
  readonly messages: Readonly<Record<string, string>>;
  readonly consumes: readonly ('json' | 'form' | 'multipart')[];
  /** Files of a multipart body, by field. */
  readonly files: Readonly<Record<string, FileRule>>;
  /** Handlers parse the body: `request.body` is undefined until then. Otherwise it is what the gateway has checked. */
  readonly parsesBody: boolean;
  /** Page group in route.json with this endpoint's form, if any. Whether it exists is checked with gateway.yaml. */
  readonly form: { readonly page: string; readonly at: Place } | undefined;
  /** Time-out in milliseconds. Undefined: the gateway's default. */
  readonly timeoutMs: number | undefined;
  /** Bytes. Undefined: the gateway's default. */
  readonly bodyLimit: number | undefined;
  /** `caller`: users by id, guests by address. Undefined: only the gateway's own limit. */
  readonly rateLimit: RouteRateLimit | undefined;
  /** In the order of execution. */
  readonly handlers: readonly HandlerFile[];
}

/** Which files a field of a multipart body takes. */
export interface FileRule {
  /** By the bytes. */
  readonly types: readonly string[];
  /** Whether it must be a picture that can be decoded. */
  readonly picture: boolean;
  readonly required: boolean;
  /** Bytes of one file. Undefined: as many as the body may have. */
  readonly maxBytes?: number;
  /** How many files the field may have. Undefined: one, and handlers get no list. */
  readonly max?: number;
  readonly description?: string;
}

interface Rate {
  readonly points: number;
  readonly seconds: number;
}

export interface RouteRateLimit extends Rate {
  readonly by: 'caller' | 'address';
  /** By field of the body: the limit of each value, for all callers together. */
  readonly perValue?: Readonly<Record<string, Rate>>;
}

export interface HandlerFile {
  /** `createFoo` for `[bodyParser]createFoo.ts`. */
  readonly name: string;
  readonly file: string;
  readonly prerequisites: readonly string[];
}
