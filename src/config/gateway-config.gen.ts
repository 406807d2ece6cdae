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
  };
  /**
   * Answers say which generation of the gateway made them (x-stoa-generation). In development they always do.
   */
  debugHeaders: boolean;
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
   * `always` is for a gateway behind a proxy that speaks https: the cookie is sent over https only. `auto` does that when https reaches the gateway itself.
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
