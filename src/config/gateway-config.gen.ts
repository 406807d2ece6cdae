// Generated from schemas/gateway.schema.json by scripts/generate.ts: change that, not this.

/** A colour, or one for light and one for dark screens. */
export type Colour =
  | HexColour
  | {
      light: HexColour;
      dark: HexColour;
    };
/** Six hexadecimal digits: red, green and blue. */
export type HexColour = string;
/** The page's path: literals and whole :name segments. */
export type PagePath = string;
/** `private`: signed-in callers only. */
export type PageAccess = 'public' | 'private';
/** Permissions that the caller needs, all of them, as area:action (403 otherwise). Only on private pages. */
export type PagePermissions = string[];
/** Names of query-string parameters that this page's components may use, with getContextValue and usePage(). */
export type PageQuery = string[];
/** A field of Query that this page's components select. When it is null without an error, the page is a 404. */
export type PageNotFound = string;
/**
 * Where callers who are signed in are sent from this page: the name of a page group without path parameters, e.g. account for the sign-in page. A path in the parameter next comes first.
 */
export type PageSignedIn = string;
/**
 * false: the page is without the components of the group "all", such as the shop's header. A name: it has those of the group of that name instead, and is not served while no extension has any. Default: true.
 */
export type PageCommon = boolean | string;
/**
 * Where an extension runs: in-process, process, { process: ... }, or { url: ... } for one that others start by `stoa serve NAME`. Default: system.placement. The place does not change its responses.
 */
export type Placement =
  | string
  | {
      /** Processes of its own, which the gateway starts and supervises: their number, and their walls. */
      process?: {
        /** How many processes of the same extension. */
        size: number;
        /** Whether its code may open network connections. Without it, it reaches its database and the gateway alone. */
        network: boolean;
        /** Megabytes that one of its processes may use. More end it. */
        memoryMb: number;
        /** The user id of its processes. Only a gateway that runs as root can set it. */
        uid?: number;
        /** Names of environment variables that its processes get. They get no others. */
        env: string[];
      };
      /**
       * Where it answers: http, https or unix:/path. A list: several instances of it.
       *
       * @minItems 1
       */
      url?: string | [string, ...string[]];
      /**
       * Signs the calls between the gateway and the extension, at least 32 bytes, the same on both sides. A list: the first signs, all verify.
       *
       * @minItems 1
       */
      secret?: string | [string, ...string[]];
      /** A file with the certificate authority of an https URL, relative to this file. */
      ca?: string;
      /**
       * Where `stoa serve` reaches the gateway for context.query: http, https or unix:/path. Without it, context.query of the extension fails.
       */
      gateway?: string;
      /** Whether its handlers and resolvers get a client's bearer token in the header field authorization. */
      forwardBearer: boolean;
      /** Who may call `stoa serve` besides the gateway. */
      accept: {
        hive?: AcceptedHive;
        /** Clients with a bearer token (JWT), whose `sub` and `permissions` are those of the caller. */
        bearer?: {
          /** URL of the JSON Web Key Set with the issuer's public keys. */
          jwks: string;
          /** The `iss` claim that tokens must have. */
          issuer: string;
          /** The `aud` claim that tokens must have. */
          audience: string;
        };
      };
    };

/**
 * gateway.yaml: the configuration of a Stoa shop. Strings may contain ${VAR}, ${VAR:-default}, ${VAR:?message} and ${file:/path}; $${ stands for ${ itself.
 */
export interface GatewayConfig {
  /** The version of this file's format. */
  version: 1;
  shop: Shop;
  server: Server;
  database: Database;
  jobs: Jobs;
  files: Files;
  mail: Mail;
  auth: Auth;
  graphql: Graphql;
  pages: Pages;
  system: System;
}
/** Facts about the shop, which extensions get as context.shop and pages as useShop(). */
export interface Shop {
  /** What the shop is called. */
  name: string;
  /** What the shop is, in a few words. */
  tagline?: string;
  /** The tagline in other locales of the shop, by locale. Others have `tagline`. */
  taglines?: {
    [k: string]: string;
  };
  /** The address of the shop's logo: a path of the shop. */
  logo?: string;
  /** Colours of pages by name. Each page has a stylesheet with them as custom properties: accent is --colour-accent. */
  colours?: {
    [k: string]: Colour;
  };
  /** Where the shop can be written to. */
  email?: string;
  /** Where the shop can be called, with the country's code. */
  phone?: string;
  /** The postal address of the shop. */
  address?: string;
  /**
   * The address that shoppers see, without a path. Every absolute address on pages and in sitemaps begins with it. Required in production. Without it, or when it is empty, the request's host is taken.
   */
  url?: string;
  /**
   * Language and region of its texts, as a BCP 47 tag: en-IE, de-DE, ar-EG. Pages get <html lang dir>, and prices, numbers and dates their form.
   */
  locale: string;
  /**
   * All locales of a shop in several languages, with `locale`, the default, among them. An address begins with its locale as written here: /de/checkout. Those of the default have no prefix. Default: `locale` alone.
   *
   * @minItems 1
   */
  locales?: [string, ...string[]];
  /** The currency of all prices, as an ISO 4217 code. */
  currency: string;
  /** Where the shop is, as an ISO 3166 code of two letters. */
  country: string;
  /** The time zone of dates on pages: Europe/Dublin. */
  timeZone: string;
}
/** The address of the shop, and limits of requests. */
export interface Server {
  /** The address to listen on. 127.0.0.1 is this machine only; 0.0.0.0 is every network of the machine. */
  host: string;
  /** The port to listen on. 0 takes a free one. */
  port: number;
  /** Limits of one request. */
  limits: {
    /** Bytes of a request's body. A route may set its own limit. */
    body: number;
    /**
     * Bytes of a multipart body, with its files. A route may set its own limit. Its fields together are limited by body.
     */
    upload: number;
    /** Fields and files of a multipart body (400 otherwise). */
    parts: number;
    /** Milliseconds that a request may take (504 otherwise). A route may set its own limit. */
    timeoutMs: number;
    /** Milliseconds within which a request's headers must arrive. A slower connection gets a 408 and is closed. */
    headersMs: number;
    /** Milliseconds within which a whole request must arrive, with its body (408 otherwise). */
    bodyMs: number;
    /** Milliseconds for which an idle connection stays open. Behind a proxy, set it above the proxy's own value. */
    keepAliveMs: number;
    /** Bytes of a request's headers, with the first line (431 otherwise). */
    headerBytes: number;
    /** Number of headers of a request (431 otherwise). */
    headers: number;
    /** Characters of a request's URL, with its query string (414 otherwise). */
    url: number;
    /**
     * Requests that run at the same time. Further requests get a 503 with Retry-After. A request whose body is still arriving does not count.
     */
    inFlight: number;
    /**
     * The longest event loop delay in milliseconds. While the delay stays above it, the gateway answers a part of the requests with 503 and Retry-After. 0 turns this off.
     */
    eventLoopDelayMs: number;
  };
  /** Whether the gateway logs each request at its end: method, path without query string, status, duration. */
  accessLog: boolean;
  admin: Admin;
  stop: Stop;
  /**
   * Which proxies to trust for X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host: the number of proxies in front (0: none), or their addresses (1.2.3.4, 10.0.0.0/8, fd00::/8, loopback). These headers give the client's address, the protocol and the host.
   */
  trustProxy: number | string[];
  /**
   * Names besides local ones that `stoa dev` answers, such as that of a tunnel. Other names are refused, since a foreign page can reach this machine by DNS rebinding. `stoa start` answers any name.
   */
  allowedHosts: string[];
  rateLimit: RateLimit;
  cors: Cors;
  /**
   * Headers of every response. They replace the gateway's own: a value, or false to omit one. Headers that an extension sets, and the Content-Security-Policy of pages, stay.
   */
  headers: {
    /** The header's value, or false. */
    [k: string]: string | boolean;
  };
  /**
   * Whether answers are compressed, with brotli or gzip as the client accepts: style sheets and scripts, and pages and JSON over 1 kB for guests. Switch it off where a proxy compresses.
   */
  compression: boolean;
  assets: Assets;
  /**
   * Who may read /openapi.json and /docs in production: off, public, private (signed-in callers), or callers with a permission, such as docs:read. stoa dev shows them to every caller unless this says otherwise.
   */
  docs: string;
  /** Whether responses have the generation of the gateway (x-stoa-generation). In development they always have it. */
  debugHeaders: boolean;
}
/** The second port, for operators: /livez, /readyz and /metrics. Its address is its only access control. */
export interface Admin {
  /** The address to listen on. Use this machine, or a network that only operators reach. */
  host: string;
  /**
   * The port to listen on; 0 takes a free one, false opens none. Without this key, a free port is used when 3001 is taken, and a warning names it.
   */
  port: number | boolean;
}
/** Waiting times between a stop signal and the end of the process. `stoa dev` does not wait. */
export interface Stop {
  /** Milliseconds between the first 503 of /readyz and the closing of the port, so that load balancers can notice. */
  readinessDelayMs: number;
  /** Milliseconds that running requests get to finish after the port is closed. */
  drainMs: number;
}
/**
 * How many requests one caller may send. Users count by id, guests by address (IPv6: by /64). /graphql, routes and pages count; /assets/ does not. Routes may have stricter limits (rateLimit in route.json), which apply even when this one is off.
 */
export interface RateLimit {
  /** Requests within the window (429 otherwise). 0 is no limit. */
  points: number;
  /** Length of the window in seconds. It begins with the first request. */
  seconds: number;
  /**
   * Where requests are counted: in this process, or in the database for several processes that share a limit. The database costs one query for each request. While it is unreachable, each process counts separately.
   */
  store: 'memory' | 'database';
  /** The most callers that are counted in memory. The least recent caller is removed first. */
  callers: number;
}
/** Which other sites' scripts may read responses of /graphql and the routes. Default: none. */
export interface Cors {
  /** Their origins, such as https://app.example.com, or "*" alone for every site. */
  origins: string[];
  /** Whether their requests may carry the shopper's cookies. They can then do everything that the shopper can. */
  credentials: boolean;
  /** Seconds for which browsers cache the answer to a preflight request. */
  maxAge: number;
}
/**
 * How long style sheets and scripts of earlier generations, and of other processes of the shop, can still be loaded.
 */
export interface Assets {
  /** Hours for which a file is kept after the last generation that used it. 0 keeps none. */
  keepHours: number;
  /** The most megabytes of such files, in memory and where they are shared. The oldest go first. */
  keepMb: number;
  /**
   * A folder, relative to gateway.yaml, in which all processes of the shop keep these files. Default: the database (stoa.assets).
   */
  folder?: string;
}
/** The database of the extensions. */
export interface Database {
  /** A PostgreSQL connection string, or `embedded` for a PostgreSQL that the gateway starts itself, in .stoa/. */
  url: string;
  /**
   * A PostgreSQL connection string of an administrator of the same database, for `migrate`, `seed`, and a start that migrates. The process that serves never has it. Empty or left out: `url` is used.
   */
  adminUrl?: string;
  /**
   * A PostgreSQL connection string of the same database and user that passes no transaction pooler: LISTEN and locks need one session. For events and jobs alone, which take four connections. Empty or left out: `url` is used.
   */
  directUrl?: string;
  /** The most connections that all extensions together may open. */
  connections: number;
  /**
   * How extensions are isolated: each with its own database role, or by search path only, for servers on which roles cannot be created. With a search path, an extension can read the tables of other extensions.
   */
  isolation: 'role' | 'search-path';
  /** When the gateway loads demonstration data: into a new embedded database, or never. */
  seed: 'new-embedded' | 'never';
}
/** What extensions do without a request: jobs, and subscribers of events. */
export interface Jobs {
  /**
   * Whether this process runs them. Without it, it publishes events and adds jobs for other processes. `--no-jobs` sets it to false, and `stoa jobs` to true.
   */
  enabled: boolean;
  /** How many run at the same time, in each process. */
  concurrency: number;
  /** Days after which dead letters, the history of jobs, and what no process knows are deleted. */
  keepDays: number;
}
/** Files that extensions store with context.files. */
export interface Files {
  /**
   * The folder, relative to this file. All replicas share it. Default: .stoa/files. Required in production beside a PostgreSQL server, where uploads are taken or files are stored.
   */
  path?: string;
  /** Bytes of the largest file that an extension may store. */
  maxBytes: number;
  /** Pixels of the largest picture that is taken. Decoding one may need four bytes for each. */
  pixels: number;
}
/** How mails of extensions are sent. `stoa dev` sends none: the console shows them. */
export interface Mail {
  /**
   * The SMTP server that takes them, with user and password: smtp://user:password@host:587, which encrypts when the server can, or smtps:// for encryption from the start. Required in production where an extension has mails. Empty or left out: the console shows them.
   */
  url?: string;
  /** The sender of all mails: an address, or a name and an address. */
  from?: string;
}
/** How callers authenticate. */
export interface Auth {
  /** Tokens in the Authorization header. Default: JWTs signed with a generated secret. */
  bearer: {
    jwt?: Jwt;
    /** Static tokens, for machines. This file contains only their SHA-256 hashes. */
    tokens: Token[];
  };
  session: Session;
}
/** Signed JWTs. Needs either `secret` or `jwks`. Without this key, no JWT is accepted. */
export interface Jwt {
  /**
   * The HS256 secret, at least 32 bytes. `generated`: the gateway creates one and keeps it in .stoa/. A list: the first signs, all verify.
   *
   * @minItems 1
   */
  secret?: string | [string, ...string[]];
  /** URL of the JSON Web Key Set with the issuer's public keys. */
  jwks?: string;
  /** The `iss` claim that tokens must have. */
  issuer: string;
  /** The `aud` claim that tokens must have. */
  audience: string;
  /** Lifetime in seconds of a token from `stoa token issue` without --expires. */
  lifetime: number;
}
/** One static token. */
export interface Token {
  /** SHA-256 of the token, in hexadecimal: printf %s "$TOKEN" | sha256sum */
  sha256: string;
  /** The user id of the caller. */
  subject: string;
  /** The permissions of the caller. */
  permissions: string[];
}
/** Sessions of signed-in shoppers: a signed cookie, and a row in the database. */
export interface Session {
  /**
   * The secret that signs cookies, at least 32 bytes. `generated`: the gateway creates one and keeps it in .stoa/. All gateways of a shop need the same secret. A list: the first signs, all verify.
   *
   * @minItems 1
   */
  secret: string | [string, ...string[]];
  /** Seconds after which a shopper must sign in again, even if active. Permissions last as long. */
  lifetime: number;
  /**
   * Whether browsers send the cookie over https only. `always` is for a gateway behind a proxy that ends https. `auto` decides by the request: https to the gateway itself, or to a proxy of `server.trustProxy`.
   */
  secureCookie: 'auto' | 'always';
  /** The page group to which private pages redirect guests. Without it, guests get a 401. */
  signInPage?: string;
}
/** The endpoint of the composed schema, /graphql. */
export interface Graphql {
  /** With `private`, guests get a 401. */
  access: 'public' | 'private';
  /**
   * When clients may read the schema with __schema and __type, and get suggestions for misspelt names: in development, always, or never. __typename always works.
   */
  introspection: 'development' | 'always' | 'never';
  limits: GraphqlLimits;
  /** Who may find objects by their keys (`_entities` of Federation), where several extensions fill a list of them. */
  accept?: {
    hive?: AcceptedHive;
  };
  /** Documents that clients name by hash instead of sending them. The gateway validates all of them at the start. */
  persisted?: {
    /**
     * A folder of .graphql files, or a JSON manifest of texts by SHA-256 (also in Apollo's format), relative to this file.
     */
    documents: string;
    /** true refuses every other document. */
    only: boolean;
  };
  /** Automatic persisted queries: clients send a text once with its SHA-256, and later only the SHA-256. */
  apq: {
    /** With true, the gateway keeps valid documents that clients register. */
    enabled: boolean;
    /** The most texts that are kept. The least recently used is removed first. */
    entries: number;
    /** The most bytes of all kept texts together. */
    bytes: number;
  };
}
/** Limits of one GraphQL request. */
export interface GraphqlLimits {
  /** The deepest nesting of selections. */
  depth: number;
  /** The most aliases. */
  aliases: number;
  /** The most fields. The fields of a fragment count at each spread. */
  fields: number;
  /** The most directives. */
  directives: number;
  /** The most tokens of the text. */
  tokens: number;
  /**
   * The highest cost of an operation: 1 for each object, times the sizes of the lists around it, and 10 for each mutation. @cost and @listSize in the SDL override this.
   */
  cost: number;
  /** The assumed length of a list without an argument (first, last, limit) and without @listSize. */
  listSize: number;
  /** The most errors in a response. One more tells how many are omitted. */
  errors: number;
}
/** Hive Gateway, by its HMAC signature of upstream requests. */
export interface AcceptedHive {
  /**
   * Its secret, at least 32 bytes. A list: all verify.
   *
   * @minItems 1
   */
  secret: string | [string, ...string[]];
}
/** Page groups by name: path and access. A group's name is the name of a folder in pages/ of extensions. */
export interface Pages {
  /** The shop's front page. */
  homepage: {
    path: PagePath;
    access: PageAccess;
    permissions: PagePermissions;
    query: PageQuery;
    notFoundWhenNull?: PageNotFound;
    whenSignedIn?: PageSignedIn;
    common?: PageCommon;
  };
  /** The page of one product. */
  productPage: {
    path: PagePath;
    access: PageAccess;
    permissions: PagePermissions;
    query: PageQuery;
    notFoundWhenNull?: PageNotFound;
    whenSignedIn?: PageSignedIn;
    common?: PageCommon;
  };
  /** The checkout page. */
  checkout: {
    path: PagePath;
    access: PageAccess;
    permissions: PagePermissions;
    query: PageQuery;
    notFoundWhenNull?: PageNotFound;
    whenSignedIn?: PageSignedIn;
    common?: PageCommon;
  };
  /** The account page of a shopper. */
  account: {
    path: PagePath;
    access: PageAccess;
    permissions: PagePermissions;
    query: PageQuery;
    notFoundWhenNull?: PageNotFound;
    whenSignedIn?: PageSignedIn;
    common?: PageCommon;
  };
  /**
   * A page group of your own. Where an extension brings the page, each key here overrides that of its page.json, and "path" may be left out.
   */
  [k: string]:
    | {
        path?: PagePath;
        access: PageAccess;
        permissions: PagePermissions;
        query: PageQuery;
        notFoundWhenNull?: PageNotFound;
        whenSignedIn?: PageSignedIn;
        common?: PageCommon;
      }
    | {
        path: PagePath;
        access: PageAccess;
        permissions: PagePermissions;
        query: PageQuery;
        notFoundWhenNull?: PageNotFound;
        whenSignedIn?: PageSignedIn;
        common?: PageCommon;
      };
}
/** The extensions of the shop. */
export interface System {
  /** One entry for each extension. */
  extensions: Extension[];
  /**
   * Milliseconds that one call of a resolver, a batch or a reference may take, and that a page component may suspend. After that, the field is null with an error, and the component is left out. Handlers have the time-out of the request instead. An extension may have its own value.
   */
  callTimeoutMs: number;
  /**
   * Where extensions run that have no placement of their own: in the gateway's process, or each in a process of its own.
   */
  placement: 'in-process' | 'process';
  breaker: Breaker;
  reload: Reload;
  watchdog: Watchdog;
  /**
   * What a start with NODE_ENV=production refuses otherwise: the embedded database, generated secrets, variables that are set but empty.
   */
  allowInProduction: ('embedded-database' | 'generated-secrets' | 'empty-variables')[];
}
/** One extension of the shop. */
export interface Extension {
  /** The extension's name: lower-case letters, digits and dashes. */
  name: string;
  /** Its folder relative to this file (./extensions/reviews), or the name of an npm package. */
  resolve: string;
  /** With false, its types, fields, routes and components are left out. */
  enabled: boolean;
  placement?: Placement;
  /**
   * Milliseconds that one call may take, instead of system.callTimeoutMs. Also for its handlers without a time-out in route.json.
   */
  timeoutMs?: number;
  /** Values of its settings, as its settings.schema.json describes them. Its code gets them as context.settings. */
  settings?: {};
  /** What its jobs and subscribers may do by context.query: permissions as area:action. */
  permissions: string[];
}
/**
 * The circuit breaker of each extension. While the circuit is open, its routes answer 503 and its fields are errors immediately, without a call.
 */
export interface Breaker {
  /** Consecutive calls that timed out or could not reach a service, which open the circuit. 0 never opens it. */
  failures: number;
  /** Milliseconds until one call runs as a trial. */
  resetMs: number;
}
/** How a running gateway applies changes. */
export interface Reload {
  /** Whether saving this file, or a file of an enabled extension, reloads the gateway. With false, only SIGHUP does. */
  watch: boolean;
  /** Milliseconds that running requests get to finish on the replaced gateway. Then they are aborted. */
  drainMs: number;
  /**
   * Whether a reload runs pending migrations. With false, such a change is refused until `stoa migrate` has run them.
   */
  migrate: 'always' | 'development' | 'never';
}
/** What happens when the code of an extension blocks the process. */
export interface Watchdog {
  /**
   * Milliseconds without a turn of the event loop after which the process exits with 86, for its supervisor to start another. 0 is never; other values count as 2250 at least. The log names the extension after a second in any case.
   */
  exitMs: number;
}
