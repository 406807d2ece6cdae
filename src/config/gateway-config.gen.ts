// Generated from schemas/gateway.schema.json by scripts/generate.ts: change that, not this.

/**
 * Names of query-string parameters that this page's components may use, with getContextValue and usePage().
 */
export type PageQuery = string[];
/**
 * A field of Query that this page's components ask for: when it is null without an error, the page is a 404.
 */
export type PageNotFound = string;
/**
 * Names of query-string parameters that this page's components may use, with getContextValue and usePage().
 */
export type PageQuery1 = string[];
/**
 * Names of query-string parameters that this page's components may use, with getContextValue and usePage().
 */
export type PageQuery2 = string[];
/**
 * Names of query-string parameters that this page's components may use, with getContextValue and usePage().
 */
export type PageQuery3 = string[];
/**
 * The page's path: literals and whole :name segments.
 */
export type PagePath = string;
/**
 * Names of query-string parameters that this page's components may use, with getContextValue and usePage().
 */
export type PageQuery4 = string[];

/**
 * gateway.yaml: what a Stoa shop is assembled from. Strings may hold ${VAR}, ${VAR:-default} and ${VAR:?message}; $${ stands for ${ itself.
 */
export interface GatewayConfig {
  /**
   * The version of this file's format.
   */
  version: 1;
  server: Server;
  database: Database;
  auth: Auth;
  graphql: Graphql;
  pages: Pages;
  system: System;
}
/**
 * Where the shop listens, and what a request may cost.
 */
export interface Server {
  /**
   * The address to listen on. 127.0.0.1 is this machine only; 0.0.0.0 is every network that it is in.
   */
  host: string;
  /**
   * The port to listen on. 0 takes a free one.
   */
  port: number;
  /**
   * What one request may cost.
   */
  limits: {
    /**
     * Bytes of a request's body. A route may set its own limit.
     */
    body: number;
    /**
     * Milliseconds that a route may take before it is answered with 504. A route may set its own.
     */
    timeoutMs: number;
    /**
     * Milliseconds within which a request's head must be there; a connection that is slower is answered with 408 and closed.
     */
    headersMs: number;
    /**
     * Milliseconds within which a whole request, its body included, must be there; a slower one is answered with 408.
     */
    bodyMs: number;
    /**
     * Milliseconds for which an idle connection is kept open. Behind a proxy, more than the proxy keeps its own.
     */
    keepAliveMs: number;
    /**
     * Bytes of a request's head, its first line included (431 otherwise).
     */
    headerBytes: number;
    /**
     * How many header fields a request may have (431 otherwise).
     */
    headers: number;
    /**
     * Characters of a request's address, its query string included (414 otherwise).
     */
    url: number;
    /**
     * Requests that may be worked on at once; more are answered with 503 and Retry-After. One whose body is still on its way does not count.
     */
    inFlight: number;
    /**
     * Milliseconds that everything in this process may have to wait its turn. While it is more, and not for a moment only, or while statements wait 100 ms for a database connection, a part of the requests is answered with 503 and Retry-After. 0 takes on whatever inFlight allows.
     */
    eventLoopDelayMs: number;
  };
  /**
   * Whether each request gets a line in the log when it has ended: method, path without query string, status, duration.
   */
  accessLog: boolean;
  admin: Admin;
  stop: Stop;
  /**
   * Whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host are believed: how many proxies stand in front (0: none), or their addresses (1.2.3.4, 10.0.0.0/8, fd00::/8, loopback). It decides the client's address, whether it came by https, and the host that it asked for.
   */
  trustProxy: number | string[];
  rateLimit: RateLimit;
  cors: Cors;
  /**
   * Header fields that every answer has, over those that the gateway sets by itself: a text, or false to leave one out. What an extension sets for its own answer, and the Content-Security-Policy of pages, stays.
   */
  headers: {
    /**
     * The field's text, or false.
     */
    [k: string]: string | boolean;
  };
  /**
   * Answers say which generation of the gateway made them (x-stoa-generation). In development they always do.
   */
  debugHeaders: boolean;
}
/**
 * The second port, for operators: /livez, /readyz and /metrics. It has no access control but its address.
 */
export interface Admin {
  /**
   * The address to listen on. Leave it at this machine, or at a network that only operators reach.
   */
  host: string;
  /**
   * The port to listen on; 0 takes a free one, false opens none. When it is left out and 3001 is taken, a free one is taken and a warning says which.
   */
  port: number | boolean;
}
/**
 * What happens between a signal to stop and the end of the process. `stoa dev` does not wait.
 */
export interface Stop {
  /**
   * Milliseconds between /readyz turning 503 and the port being closed: time for whoever distributes requests to notice.
   */
  readinessDelayMs: number;
  /**
   * Milliseconds that requests under way get to finish once the port is closed.
   */
  drainMs: number;
}
/**
 * How many requests one caller may send: a user, by who they are, and a guest, by their address (IPv6: by /64). /graphql, routes and pages count, /assets/ does not. Routes may have stricter limits of their own (rateLimit in route.json), which hold also when this one is off.
 */
export interface RateLimit {
  /**
   * Requests within the window; one more is answered with 429. 0 is no limit.
   */
  points: number;
  /**
   * The window, which begins with its first request.
   */
  seconds: number;
  /**
   * Where requests are counted: in this process, or in the database, for several processes that share a limit. Each counted request is then a query; while the database is away, each process counts for itself.
   */
  store: 'memory' | 'database';
  /**
   * How many callers are counted at a time in memory; beyond, who has not been here for longest is forgotten.
   */
  callers: number;
}
/**
 * Which other sites' scripts may read what /graphql and the routes answer. None, unless they are named.
 */
export interface Cors {
  /**
   * Their origins, such as https://app.example.com, or "*" alone for every site.
   */
  origins: string[];
  /**
   * Whether they may do so with the shopper's cookies. They can then do whatever the shopper can.
   */
  credentials: boolean;
  /**
   * Seconds for which a browser need not ask again.
   */
  maxAge: number;
}
/**
 * Where the extensions keep their data.
 */
export interface Database {
  /**
   * A PostgreSQL connection string, or `embedded` for a PostgreSQL that the gateway starts itself, in .stoa/.
   */
  url: string;
  /**
   * How many connections all extensions together may hold open.
   */
  connections: number;
  /**
   * How extensions are kept apart: each with a database role of its own, or by search path only, for servers on which roles cannot be created. A search path does not keep an extension from reading its neighbours.
   */
  isolation: 'role' | 'search-path';
  /**
   * When demonstration data goes in by itself: when an embedded database is new, or never.
   */
  seed: 'new-embedded' | 'never';
}
/**
 * How callers prove who they are.
 */
export interface Auth {
  /**
   * Tokens in the Authorization header. When left out: JWTs signed with a generated secret.
   */
  bearer: {
    jwt?: Jwt;
    /**
     * Tokens that stay the same, for machines. The file holds their SHA-256 hashes only.
     */
    tokens: Token[];
  };
  session: Session;
}
/**
 * Signed JWTs. Needs either `secret` or `jwks`. When left out, no JWT is accepted.
 */
export interface Jwt {
  /**
   * The HS256 secret, at least 32 bytes, or `generated` for one that the gateway makes once and keeps in .stoa/.
   */
  secret?: string;
  /**
   * Address of the JSON Web Key Set that has the issuer's public keys.
   */
  jwks?: string;
  /**
   * The `iss` claim that tokens must have.
   */
  issuer: string;
  /**
   * The `aud` claim that tokens must have.
   */
  audience: string;
  /**
   * Seconds that a token from `stoa token issue` lives when --expires does not say.
   */
  lifetime: number;
}
/**
 * One token that stays the same.
 */
export interface Token {
  /**
   * SHA-256 of the token, in hexadecimal: printf %s "$TOKEN" | sha256sum
   */
  sha256: string;
  /**
   * Who the caller is then: the user's id.
   */
  subject: string;
  /**
   * What the caller may do then.
   */
  permissions: string[];
}
/**
 * Shoppers who are signed in: a signed cookie, and a row in the database.
 */
export interface Session {
  /**
   * What cookies are signed with, at least 32 bytes, or `generated` for one that the gateway makes once and keeps in .stoa/. Several gateways of one shop need the same.
   */
  secret: string;
  /**
   * Seconds after which a shopper has to sign in again, however busy they were. Permissions last as long.
   */
  lifetime: number;
  /**
   * `always` is for a gateway behind a proxy that speaks https: the cookie is sent over https only. `auto` does that when https reaches the gateway itself, or a proxy of `server.trustProxy` says that it came by https.
   */
  secureCookie: 'auto' | 'always';
  /**
   * The page group that guests are sent to from private pages. When left out, they are answered with 401.
   */
  signInPage?: string;
}
/**
 * The stitched schema's endpoint, /graphql.
 */
export interface Graphql {
  /**
   * `private` answers guests with 401.
   */
  access: 'public' | 'private';
  /**
   * When clients may read the schema with __schema and __type, and are told the nearest names for misspelt ones: in development, always, or never. __typename is always answered.
   */
  introspection: 'development' | 'always' | 'never';
  limits: GraphqlLimits;
  /**
   * A list of operations as one request's body. All limits are then for the whole list.
   */
  batching: {
    /**
     * false answers a list with 400.
     */
    enabled: boolean;
    /**
     * How many operations a list may have.
     */
    max: number;
  };
  /**
   * Documents that clients may name instead of sending them. All are checked against the schema at start.
   */
  persisted?: {
    /**
     * A folder of .graphql files, or a JSON manifest of texts by their SHA-256 (Apollo's format too), relative to this file.
     */
    documents: string;
    /**
     * true refuses every other document.
     */
    only: boolean;
  };
  /**
   * Automatic persisted queries: clients send a text once, with its SHA-256, and then the SHA-256 alone.
   */
  apq: {
    /**
     * true keeps the texts of valid documents that clients register.
     */
    enabled: boolean;
    /**
     * How many texts are kept; the least recently used goes first.
     */
    entries: number;
    /**
     * How many bytes all kept texts together may have.
     */
    bytes: number;
  };
}
/**
 * What one GraphQL request may ask for.
 */
export interface GraphqlLimits {
  /**
   * How deep selections may nest.
   */
  depth: number;
  /**
   * How many aliases there may be.
   */
  aliases: number;
  /**
   * How many fields there may be, those of a fragment counted wherever it is spread.
   */
  fields: number;
  /**
   * How many directives there may be.
   */
  directives: number;
  /**
   * How many tokens the text may have.
   */
  tokens: number;
  /**
   * How much an operation may cost: 1 for each object, times the sizes of the lists around it, 10 for each mutation; @cost and @listSize in the SDL say otherwise.
   */
  cost: number;
  /**
   * How long a list is taken to be when neither an argument (first, last, limit) nor @listSize says so.
   */
  listSize: number;
  /**
   * How many errors an answer may have; one more says how many are left out.
   */
  errors: number;
}
/**
 * Page groups by name: where each is, and who may see it. A group's name is the folder's name in pages/ of extensions.
 */
export interface Pages {
  /**
   * The shop's front page.
   */
  homepage: {
    /**
     * The page's path: literals and whole :name segments.
     */
    path: string;
    /**
     * `private` is for callers who are signed in.
     */
    access: 'public' | 'private';
    query: PageQuery;
    notFoundWhenNull?: PageNotFound;
  };
  /**
   * The page of one product.
   */
  productPage: {
    /**
     * The page's path: literals and whole :name segments.
     */
    path: string;
    /**
     * `private` is for callers who are signed in.
     */
    access: 'public' | 'private';
    query: PageQuery1;
    notFoundWhenNull?: PageNotFound;
  };
  /**
   * Where a shopper pays.
   */
  checkout: {
    /**
     * The page's path: literals and whole :name segments.
     */
    path: string;
    /**
     * `private` is for callers who are signed in.
     */
    access: 'public' | 'private';
    query: PageQuery2;
    notFoundWhenNull?: PageNotFound;
  };
  /**
   * What a shopper sees of their own.
   */
  account: {
    /**
     * The page's path: literals and whole :name segments.
     */
    path: string;
    /**
     * `private` is for callers who are signed in.
     */
    access: 'public' | 'private';
    query: PageQuery3;
    notFoundWhenNull?: PageNotFound;
  };
  /**
   * A page group of your own.
   */
  [k: string]:
    | {
        path: PagePath;
        /**
         * `private` is for callers who are signed in.
         */
        access: 'public' | 'private';
        query: PageQuery4;
        notFoundWhenNull?: PageNotFound;
      }
    | {
        /**
         * The page's path: literals and whole :name segments.
         */
        path: string;
        /**
         * `private` is for callers who are signed in.
         */
        access: 'public' | 'private';
        query: PageQuery;
        notFoundWhenNull?: PageNotFound;
      }
    | {
        /**
         * The page's path: literals and whole :name segments.
         */
        path: string;
        /**
         * `private` is for callers who are signed in.
         */
        access: 'public' | 'private';
        query: PageQuery1;
        notFoundWhenNull?: PageNotFound;
      }
    | {
        /**
         * The page's path: literals and whole :name segments.
         */
        path: string;
        /**
         * `private` is for callers who are signed in.
         */
        access: 'public' | 'private';
        query: PageQuery2;
        notFoundWhenNull?: PageNotFound;
      }
    | {
        /**
         * The page's path: literals and whole :name segments.
         */
        path: string;
        /**
         * `private` is for callers who are signed in.
         */
        access: 'public' | 'private';
        query: PageQuery3;
        notFoundWhenNull?: PageNotFound;
      };
}
/**
 * What the shop is assembled from.
 */
export interface System {
  /**
   * One entry for each extension.
   */
  extensions: Extension[];
  /**
   * Milliseconds that an extension may take for one call of a resolver, a batch or a reference, and a page component for what it waits for. After that the field is null with an error, and the component is left out. Handlers have the request's time instead. An extension may have its own.
   */
  callTimeoutMs: number;
  breaker: Breaker;
  reload: Reload;
}
/**
 * One extension of the shop.
 */
export interface Extension {
  /**
   * The extension's name: lower-case letters, digits and dashes.
   */
  name: string;
  /**
   * Its folder, relative to this file (./extensions/reviews), or the name of an npm package.
   */
  resolve: string;
  /**
   * false leaves its types, fields, routes and components out.
   */
  enabled: boolean;
  /**
   * Where it runs. Its answers are the same wherever that is.
   */
  placement: 'in-process';
  /**
   * Milliseconds that it may take for one call, instead of system.callTimeoutMs; of its handlers too, where route.json says nothing else.
   */
  timeoutMs?: number;
}
/**
 * When an extension is given a rest: its routes answer 503 and its fields are errors at once, instead of each of them being waited for.
 */
export interface Breaker {
  /**
   * Calls in a row that took too long, or could not reach what they need. 0 never gives a rest.
   */
  failures: number;
  /**
   * Milliseconds until one call is let through, to see whether it is well again.
   */
  resetMs: number;
}
/**
 * How a gateway that runs takes changes over.
 */
export interface Reload {
  /**
   * Whether saving this file, or a file of an enabled extension, is enough. When false, SIGHUP is left.
   */
  watch: boolean;
  /**
   * Milliseconds that requests under way may still take on the gateway that was replaced; then they are cut off.
   */
  drainMs: number;
  /**
   * Whether a reload runs migrations that have not run. Where it does not, such a change is refused until `stoa migrate` has run them.
   */
  migrate: 'always' | 'development' | 'never';
}
