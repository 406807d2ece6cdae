import type { ExtensionId, Place } from '#base';

/** A validated gateway.yaml with every default and every `${...}` filled in. Deeply frozen. */
export interface Config {
  /** Absolute path of gateway.yaml. */
  readonly file: string;
  /** Folder of gateway.yaml. Relative paths start here. */
  readonly folder: string;
  /** `.stoa/` in that folder: generated secrets, bundles, the embedded database. */
  readonly stateFolder: string;
  readonly shop: ShopConfig;
  readonly server: ServerConfig;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  readonly graphql: GraphqlConfig;
  /** By name of the page group. */
  readonly pages: Readonly<Record<string, PageConfig>>;
  readonly calls: CallsConfig;
  /** Enabled extensions, in the order of gateway.yaml. */
  readonly extensions: readonly ExtensionConfig[];
  /** Extensions that are not enabled, for findings about a missing one. */
  readonly disabled: readonly ExtensionConfig[];
  readonly reload: ReloadConfig;
  readonly watchdog: WatchdogConfig;
  /** Text of the file, for code frames and places. */
  readonly source: string;
  /** JSON pointers, into the result of `describeConfig`, of values from the environment or files. Never print them. */
  readonly fromEnvironment: readonly string[];
}

/** Facts about the shop, for extensions and pages. */
export interface ShopConfig {
  readonly name: string;
  /** A BCP 47 tag in its canonical form: `en-IE`. */
  readonly locale: string;
  /** In which direction the locale is written. */
  readonly direction: 'ltr' | 'rtl';
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** IANA name: `Europe/Dublin`. */
  readonly timeZone: string;
}

export interface ServerConfig {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  readonly limits: {
    /** Bytes of a request body. */
    readonly body: number;
    /** Time-out of a route in milliseconds. */
    readonly timeoutMs: number;
    /**
     * Milliseconds within which the head of a request must arrive (`headersMs`), and the whole request
     * (`requestMs`).
     */
    readonly headersMs: number;
    readonly bodyMs: number;
    readonly keepAliveMs: number;
    readonly headerBytes: number;
    readonly headers: number;
    /** Characters of the URL of a request. */
    readonly url: number;
    readonly inFlight: number;
    /** Milliseconds that the event loop may lag behind before the gateway refuses requests. 0: no limit. */
    readonly eventLoopDelayMs: number;
  };
  /** Whether responses have the header `x-stoa-generation` in production too. */
  readonly debugHeaders: boolean;
  readonly accessLog: boolean;
  /** Who may read `/openapi.json` and `/docs`: `off`, `public`, `private`, or a permission. */
  readonly docs: string;
  /** Whether answers are compressed as the client accepts. */
  readonly compression: boolean;
  readonly assets: AssetsConfig;
  readonly admin: AdminConfig;
  readonly stop: StopConfig;
  /**
   * Number of trusted proxies, or their addresses, CIDRs or `loopback`. With 0 or an empty list, forwarding headers
   * are ignored.
   */
  readonly trustProxy: number | readonly string[];
  /** Names besides local ones that `stoa dev` answers. */
  readonly allowedHosts: readonly string[];
  readonly rateLimit: RateLimitConfig;
  readonly cors: CorsConfig;
  /** Overrides of the gateway's own header fields, by lower-case name. `false` removes a field. */
  readonly headers: Readonly<Record<string, string | boolean>>;
}

/** Built assets of earlier generations and of other processes. */
export interface AssetsConfig {
  /** 0 keeps none. */
  readonly keepHours: number;
  readonly keepMb: number;
  /** Where they are shared, relative to gateway.yaml. Undefined: in the database. */
  readonly folder?: string | undefined;
}

export interface ReloadConfig {
  readonly watch: boolean;
  /** Milliseconds for running requests on a gateway that was replaced. */
  readonly drainMs: number;
  readonly migrate: 'always' | 'development' | 'never';
}

export interface WatchdogConfig {
  /** Milliseconds until a blocked process exits. 0: never. */
  readonly exitMs: number;
}

export interface AdminConfig {
  readonly host: string;
  /** 0 lets the operating system choose, `false` opens none. */
  readonly port: number | false;
  /** Whether gateway.yaml or the command line sets the port. If so, the gateway does not fall back to another port. */
  readonly isPortChosen: boolean;
}

export interface StopConfig {
  /** Milliseconds from readiness turning false until the port closes. */
  readonly readinessDelayMs: number;
  readonly drainMs: number;
}

export interface RateLimitConfig {
  /** Requests of one caller in a window. 0: no limit. */
  readonly points: number;
  readonly seconds: number;
  readonly store: 'memory' | 'database';
  /** Maximum number of callers that are counted in memory. */
  readonly callers: number;
}

export interface CorsConfig {
  /** Origins as browsers send them, or `*` alone. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

export interface DatabaseConfig {
  /** `embedded`, or a PostgreSQL connection string. Secret, because it contains a password. */
  readonly url: string;
  /** The administrator's connection string. Undefined in the process that serves, whatever gateway.yaml contains. */
  readonly adminUrl?: string | undefined;
  /** Maximum number of connections of all extensions together. */
  readonly connections: number;
  /**
   * `search-path` is for PostgreSQL servers on which the gateway cannot create roles. It does not isolate
   * extensions.
   */
  readonly isolation: 'role' | 'search-path';
  /** When the gateway loads demonstration data itself. */
  readonly seed: 'new-embedded' | 'never';
}

export interface AuthConfig {
  readonly bearer: {
    readonly jwt: JwtConfig | undefined;
    readonly tokens: readonly StaticTokenConfig[];
  };
  readonly session: SessionConfig;
}

/** HMAC secrets of cookies or tokens. */
export interface SigningSecrets {
  /** Signs and verifies. */
  readonly secret: string;
  /** These verify what was signed before a rotation. */
  readonly olderSecrets?: readonly string[];
}

export interface SessionConfig extends SigningSecrets {
  /** Seconds. */
  readonly lifetime: number;
  /** `auto`: only for requests by https. */
  readonly secureCookie: 'auto' | 'always';
  /** A public page group without parameters. */
  readonly signInPage: string | undefined;
}

export interface JwtConfig {
  /** HS256 secrets, or the URL of a JWKS for public keys. */
  readonly key: (SigningSecrets & { readonly kind: 'secret' }) | { readonly kind: 'jwks'; readonly url: URL };
  readonly issuer: string;
  readonly audience: string;
  /** Lifetime of issued tokens in seconds, without `--expires`. */
  readonly lifetime: number;
}

export interface StaticTokenConfig {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly subject: string;
  readonly permissions: readonly string[];
}

export interface GraphqlConfig {
  /** `/graphql` for the shop. The console has a path of its own. */
  readonly path: string;
  readonly access: 'public' | 'private';
  /** When clients may use introspection and get suggestions for misspelt names. */
  readonly introspection: 'development' | 'always' | 'never';
  readonly limits: GraphqlLimits;
  /** `documents`: a folder or a JSON file, relative to gateway.yaml. */
  readonly persisted?: { readonly documents: string; readonly only: boolean } | undefined;
  readonly apq: { readonly enabled: boolean; readonly entries: number; readonly bytes: number };
}

export interface GraphqlLimits {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly directives: number;
  readonly tokens: number;
  readonly cost: number;
  /** Assumed length of a list without a known size. */
  readonly listSize: number;
  readonly errors: number;
}

export interface PageConfig {
  readonly path: string;
  readonly access: 'public' | 'private';
  /** Query parameters that components may read. */
  readonly query: readonly string[];
  /** A root field: the page is a 404 when this field is null without an error. */
  readonly notFoundWhenNull?: string | undefined;
  /** The page group that callers who are signed in are sent to. */
  readonly whenSignedIn?: string | undefined;
}

/** Limits of calls of an extension, and its circuit breaker. */
export interface CallsConfig {
  /** Time-out of one call in milliseconds, unless the extension has its own. */
  readonly timeoutMs: number;
  /**
   * The circuit opens after `failures` failed calls in a row, for `resetMs` milliseconds. With 0 failures it never
   * opens.
   */
  readonly breaker: { readonly failures: number; readonly resetMs: number };
}

export interface ExtensionConfig {
  readonly name: ExtensionId;
  /** As in gateway.yaml: a folder relative to it, or the name of an npm package. */
  readonly resolve: string;
  readonly placement: PlacementConfig;
  /** Time-out of one call in milliseconds. Undefined when gateway.yaml sets none. */
  readonly timeoutMs: number | undefined;
  readonly declaredAt: Place;
}

/** Where an extension runs. */
export type PlacementConfig =
  | { readonly kind: 'in-process' }
  | ({ readonly kind: 'process' } & ProcessPlacementConfig)
  | ({ readonly kind: 'url' } & UrlPlacementConfig);

/** Processes that the gateway starts. */
export interface ProcessPlacementConfig {
  readonly size: number;
  /** Whether its code may open network connections. */
  readonly network: boolean;
  readonly memoryMb: number;
  readonly uid?: number | undefined;
  /** Names of the environment variables that it gets. */
  readonly env: readonly string[];
}

/** `stoa serve`, which others start. */
export interface UrlPlacementConfig {
  /** http, https or `unix:/path`. */
  readonly urls: readonly string[];
  /** Of the gateway's signatures. */
  readonly secrets: SigningSecrets;
  /** Absolute path of a file with a certificate authority. */
  readonly ca: string | undefined;
  /** Where `stoa serve` reaches the gateway. */
  readonly gateway: string | undefined;
  readonly forwardBearer: boolean;
  /** Who may call it besides the gateway. */
  readonly accept: {
    readonly hive: SigningSecrets | undefined;
    readonly bearer: { readonly jwks: URL; readonly issuer: string; readonly audience: string } | undefined;
  };
}
