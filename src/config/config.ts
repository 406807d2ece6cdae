import type { ExtensionId } from '../base/ids.ts';
import type { Place } from '../base/startup-error.ts';

/** gateway.yaml, checked, with every default set and every `${...}` filled in. Frozen, all the way down. */
export interface Config {
  /** Absolute path of gateway.yaml. */
  readonly file: string;
  /** Its folder: relative paths in it start here. */
  readonly folder: string;
  /** `.stoa/` beside it: secrets made by the gateway, bundles, the embedded database. */
  readonly stateFolder: string;
  readonly server: ServerConfig;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  readonly graphql: GraphqlConfig;
  /** By page group's name. */
  readonly pages: Readonly<Record<string, PageConfig>>;
  readonly calls: CallsConfig;
  /** Enabled extensions only, in gateway.yaml's order. */
  readonly extensions: readonly ExtensionConfig[];
  /** Those that are not enabled, so that a finding can name the one that is missed. */
  readonly disabled: readonly ExtensionConfig[];
  readonly reload: ReloadConfig;
  /** The file's own text, for code frames and for finding places again. */
  readonly source: string;
  /** JSON pointers, into what `describeConfig` shows, of values that came from the environment: never print them. */
  readonly fromEnvironment: readonly string[];
}

export interface ServerConfig {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly limits: {
    /** Bytes of a request body. */
    readonly body: number;
    /** Milliseconds a route may take. */
    readonly timeoutMs: number;
    /** Milliseconds within which a request's head must have arrived, and the whole of it. */
    readonly headersMs: number;
    readonly bodyMs: number;
    readonly keepAliveMs: number;
    /** Bytes of a request's head. */
    readonly headerBytes: number;
    /** Number of its fields. */
    readonly headers: number;
    /** Characters of its address. */
    readonly url: number;
    /** Requests that are worked on at once. */
    readonly inFlight: number;
    /** Milliseconds that the event loop may lag behind for some time; 0 for as much as it likes. */
    readonly eventLoopDelayMs: number;
  };
  /** Whether answers tell their generation in production too. */
  readonly debugHeaders: boolean;
  /** A line in the log for each request. */
  readonly accessLog: boolean;
  readonly admin: AdminConfig;
  readonly stop: StopConfig;
  /** How many proxies stand in front, or which: addresses, CIDRs, `loopback`. 0 and none: nobody's word is taken. */
  readonly trustProxy: number | readonly string[];
  readonly rateLimit: RateLimitConfig;
  readonly cors: CorsConfig;
  /** Put over the gateway's own header fields, by lower-case name; false leaves one out. */
  readonly headers: Readonly<Record<string, string | boolean>>;
}

export interface ReloadConfig {
  /** Whether saving a file is enough. */
  readonly watch: boolean;
  /** Milliseconds that requests under way may still take on a gateway that was replaced. */
  readonly drainMs: number;
  /** Whether a reload may run migrations. */
  readonly migrate: 'always' | 'development' | 'never';
}

/** The operators' port. */
export interface AdminConfig {
  readonly host: string;
  /** 0 lets the system choose; false opens none. */
  readonly port: number | false;
  /** Whether somebody named the port: then no other one will do. */
  readonly isPortChosen: boolean;
}

export interface StopConfig {
  /** Milliseconds between not being ready and closing the port. */
  readonly readinessDelayMs: number;
  /** Milliseconds that requests under way get. */
  readonly drainMs: number;
}

export interface RateLimitConfig {
  /** Requests of one caller in a window; 0 is no limit. */
  readonly points: number;
  readonly seconds: number;
  readonly store: 'memory' | 'database';
  /** How many callers are counted in memory at a time. */
  readonly callers: number;
}

export interface CorsConfig {
  /** As browsers write them, or `*` alone. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

export interface DatabaseConfig {
  /** `embedded`, or a PostgreSQL connection string. Secret: it carries a password. */
  readonly url: string;
  /** Connections of all extensions together. */
  readonly connections: number;
  /** `search-path` is for servers on which roles cannot be created; it does not keep extensions apart. */
  readonly isolation: 'role' | 'search-path';
  /** When demonstration data goes in by itself. */
  readonly seed: 'new-embedded' | 'never';
}

export interface AuthConfig {
  readonly bearer: {
    readonly jwt: JwtConfig | undefined;
    readonly tokens: readonly StaticTokenConfig[];
  };
  readonly session: SessionConfig;
}

export interface SessionConfig {
  /** HMAC secret of the cookies. */
  readonly secret: string;
  /** Seconds. */
  readonly lifetime: number;
  /** `auto`: only when the request itself came by https. */
  readonly secureCookie: 'auto' | 'always';
  /** Name of a public page group without parameters. */
  readonly signInPage: string | undefined;
}

export interface JwtConfig {
  /** HS256 secret, or the URL of a JWKS for public keys. */
  readonly key: { readonly kind: 'secret'; readonly secret: string } | { readonly kind: 'jwks'; readonly url: URL };
  readonly issuer: string;
  readonly audience: string;
  /** Seconds an issued token lives when `--expires` does not say. */
  readonly lifetime: number;
}

export interface StaticTokenConfig {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly subject: string;
  readonly permissions: readonly string[];
}

export interface GraphqlConfig {
  /** `/graphql`; the console has another one. */
  readonly path: string;
  readonly access: 'public' | 'private';
  /** When clients may read the schema, and get suggestions for misspelt names. */
  readonly introspection: 'development' | 'always' | 'never';
  readonly limits: GraphqlLimits;
  readonly batching: { readonly enabled: boolean; readonly max: number };
  /** `documents` is a folder or a JSON file, relative to gateway.yaml. */
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
  /** How long a list is taken to be when nothing says so. */
  readonly listSize: number;
  /** Errors of one answer. */
  readonly errors: number;
}

export interface PageConfig {
  readonly path: string;
  readonly access: 'public' | 'private';
  /** Query-string parameters that components may use. */
  readonly query: readonly string[];
  /** A root field whose null, without an error, makes the page a 404. */
  readonly notFoundWhenNull?: string | undefined;
}

/** What a call of an extension may cost, and when it is given a rest. */
export interface CallsConfig {
  /** Milliseconds of one call, where the extension has no limit of its own. */
  readonly timeoutMs: number;
  /** After `failures` in a row, for `resetMs` milliseconds; 0 failures for never. */
  readonly breaker: { readonly failures: number; readonly resetMs: number };
}

export interface ExtensionConfig {
  readonly name: ExtensionId;
  /** As written: a folder relative to gateway.yaml, or an npm package's name. */
  readonly resolve: string;
  readonly placement: { readonly kind: 'in-process' };
  /** Milliseconds of one call; undefined where gateway.yaml does not say. */
  readonly timeoutMs: number | undefined;
  readonly declaredAt: Place;
}
