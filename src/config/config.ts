import type { ExtensionId, Place } from '#base';
import type * as Gen from './gateway-config.gen.ts';

/** What schemas/gateway.schema.json describes, deeply readonly. The schema says what each key means. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

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
  readonly files: FilesConfig;
  /** Jobs and subscribers of extensions. */
  readonly jobs: Frozen<Gen.Jobs>;
  readonly mail: MailConfig;
  readonly auth: AuthConfig;
  readonly graphql: GraphqlConfig;
  /** By name of the page group. Once extensions are read, also the pages that they bring. */
  readonly pages: Readonly<Record<string, PageConfig>>;
  /** By name of the page group: what gateway.yaml itself writes, without defaults. */
  readonly pageOverrides: Readonly<Record<string, Partial<PageConfig>>>;
  /** Limits of calls of an extension, and its circuit breaker. */
  readonly calls: {
    /** Time-out of one call in milliseconds, unless the extension has its own. */
    readonly timeoutMs: number;
    readonly breaker: Frozen<Gen.Breaker>;
  };
  /** Enabled extensions, in the order of gateway.yaml. */
  readonly extensions: readonly ExtensionConfig[];
  /** Extensions that are not enabled, for findings about a missing one. */
  readonly disabled: readonly ExtensionConfig[];
  readonly reload: Frozen<Gen.Reload>;
  readonly watchdog: Frozen<Gen.Watchdog>;
  /** Text of the file, for code frames and places. */
  readonly source: string;
  /** JSON pointers, into the result of `describeConfig`, of values from the environment or files. Never print them. */
  readonly fromEnvironment: readonly string[];
}

/** Facts about the shop, for extensions and pages. The locale is in its canonical form: `en-IE`. `url` has no path. */
export type ShopConfig = Frozen<Omit<Gen.Shop, 'locales'>> & {
  readonly direction: 'ltr' | 'rtl';
  /** Of the currency. */
  readonly decimals: number;
  /** In their canonical form, the default first. */
  readonly locales: readonly string[];
};

export type ServerConfig = Frozen<Omit<Gen.Server, 'admin'>> & { readonly admin: AdminConfig };

export interface MailConfig {
  /** Undefined: mails are kept, and not sent. */
  readonly url: string | undefined;
  readonly from: string | undefined;
  /** Whether a shop in production lacks a server or a sender. */
  readonly isOwed: boolean;
}

export interface AdminConfig {
  readonly host: string;
  /** 0 lets the operating system choose, `false` opens none. */
  readonly port: number | false;
  /** Whether gateway.yaml or the command line sets the port. If so, the gateway does not fall back to another port. */
  readonly isPortChosen: boolean;
}

/** Without `adminUrl` in the process that serves, whatever gateway.yaml contains. */
export type DatabaseConfig = Frozen<Gen.Database>;

export type FilesConfig = Frozen<Gen.Files> & {
  /** In production beside a PostgreSQL server, `path` has to be stated before a file is stored. */
  readonly isPathOwed: boolean;
};

export interface AuthConfig {
  readonly bearer: {
    readonly jwt: JwtConfig | undefined;
    readonly tokens: Frozen<Gen.Token[]>;
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

export type GraphqlConfig = Frozen<Omit<Gen.Graphql, 'accept'>> & {
  /** Secrets of Hive Gateway, which may find objects by their keys. Undefined: no client may. */
  readonly accept?: { readonly hive: SigningSecrets } | undefined;
  /** `/graphql` for the shop. The console has a path of its own. */
  readonly path: string;
};

export interface PageConfig {
  readonly path: string;
  readonly access: 'public' | 'private';
  /** The caller needs all of these. Empty on public pages. */
  readonly permissions: readonly string[];
  /** Query parameters that components may read. */
  readonly query: readonly string[];
  /** A root field: the page is a 404 when this field is null without an error. */
  readonly notFoundWhenNull?: string | undefined;
  /** The page group that callers who are signed in are sent to. */
  readonly whenSignedIn?: string | undefined;
  /** Whether it has the components of every page, or the group whose components it has instead. Default: true. */
  readonly common?: boolean | string | undefined;
  /** The menu that has it as an entry. */
  readonly menu?: PageMenu | undefined;
  /** It is not served: no extension has what it needs. */
  readonly rests?: true | undefined;
  /** Places of the keys that are those of a page.json. */
  readonly places?: ReadonlyMap<string, Place> | undefined;
}

export interface PageMenu {
  readonly name: string;
  /** A key of the texts of the page's extension. */
  readonly text: string;
  readonly group?: string | undefined;
  readonly sortOrder?: number | undefined;
}

export interface ExtensionConfig {
  readonly name: ExtensionId;
  /** As in gateway.yaml: a folder relative to it, or the name of an npm package. */
  readonly resolve: string;
  readonly placement: PlacementConfig;
  /** Time-out of one call in milliseconds. Undefined when gateway.yaml sets none. */
  readonly timeoutMs: number | undefined;
  /** What gateway.yaml writes for its settings, if anything. Their schema is in its folder. */
  readonly settings?: WrittenSettings;
  /** Of the caller of its tasks. */
  readonly permissions: readonly string[];
  readonly declaredAt: Place;
}

export interface WrittenSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** Place of the value at a JSON pointer within the settings, or of what could hold it. */
  placeOf(pointer: string, target: 'key' | 'value'): Place;
  /** Whether the value is from the environment or a file, or secret by its name. */
  isSecret(pointer: string): boolean;
}

/** Where an extension runs. */
export type PlacementConfig = { readonly kind: 'in-process' } | ProcessPlacement | UrlPlacement;

/** Processes that the gateway starts. */
interface ProcessPlacement {
  readonly kind: 'process';
  readonly size: number;
  /** Whether its code may open network connections. */
  readonly network: boolean;
  readonly memoryMb: number;
  readonly uid?: number | undefined;
  /** Names of the environment variables that it gets. */
  readonly env: readonly string[];
}

/** `stoa serve`, which others start. */
interface UrlPlacement {
  readonly kind: 'url';
  /** http, https or `unix:/path`. */
  readonly urls: readonly string[];
  /** Of the gateway's signatures. */
  readonly secrets: SigningSecrets;
  /** Absolute path of a file with a certificate authority. */
  readonly ca: string | undefined;
  /** Where `stoa serve` reaches the gateway. */
  readonly gateway: string | undefined;
  readonly forwardBearer: boolean;
  /** Who may call it, other than the gateway. */
  readonly accept: {
    readonly hive: SigningSecrets | undefined;
    readonly bearer: { readonly jwks: URL; readonly issuer: string; readonly audience: string } | undefined;
  };
}
