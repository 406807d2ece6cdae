// Generated from schemas/route.schema.json by scripts/generate.ts: change that, not this.

/**
 * A type in the GraphQL spelling (ID, String, Int, Float, Boolean; ! for required, [...] for lists), or an object with the type and its limits.
 */
export type Field = string | DetailedField;

/**
 * One REST endpoint of an extension: api/<routeId>/route.json.
 */
export interface RouteJson {
  /**
   * Where editors find this schema. The gateway does not read it.
   */
  $schema?: string;
  /**
   * The methods that the route answers. HEAD follows GET; every other method is a 405.
   *
   * @minItems 1
   */
  methods: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /**
   * The URL path: literals and whole :name segments, e.g. /products/:productId/reviews. It starts with a slash and does not end in one.
   */
  path: string;
  /**
   * public: anybody. private: the caller must have signed in (401 otherwise).
   */
  access: 'public' | 'private';
  /**
   * What the caller must be allowed to do, all of them, as area:action (403 otherwise). Only on private routes.
   */
  permissions?: string[];
  params?: Fields;
  query?: Fields1;
  body?: Fields2;
  /**
   * A JSON Schema 2020-12 for the body, here or in a file of the endpoint's folder, where "body" is not enough.
   */
  bodySchema?: {} | string;
  /**
   * false refuses body fields that "body" does not list. Otherwise they are allowed and left alone.
   */
  additional?: boolean;
  /**
   * The forms in which the body may come: json (the default), form (a browser's plain form post).
   *
   * @minItems 1
   */
  consumes?: ('json' | 'form')[];
  /**
   * The page that has the form which is posted here. A post from there that is refused is answered with that page, with what was typed in and what is wrong. Needs "consumes" with form.
   */
  form?: {
    /**
     * The page group's name in gateway.yaml. Its path has only parameters that this route's path has too.
     */
    page: string;
  };
  /**
   * What the endpoint does, in a few words, for the API's documentation.
   */
  summary?: string;
  /**
   * Milliseconds after which the answer is a 504. Without it, the gateway's own limit.
   */
  timeoutMs?: number;
  /**
   * Bytes that a body may have (413 otherwise). Without it, the gateway's own limit.
   */
  bodyLimit?: number;
  /**
   * How often one caller may ask for this route, refused requests included (429 otherwise): for sign-in, registration and whatever is dear or can be guessed at.
   */
  rateLimit?: {
    /**
     * Requests within the window.
     */
    points: number;
    /**
     * The window, which begins with its first request.
     */
    seconds: number;
    /**
     * caller (the default): a user by who they are, a guest by their address. address: everybody by their address, for attempts to become somebody.
     */
    by?: 'caller' | 'address';
  };
}
/**
 * Types of the path's :name segments. Those that are not listed are String!.
 */
export interface Fields {
  [k: string]: Field;
}
export interface DetailedField {
  /**
   * The type in the GraphQL spelling. A required String is never empty or blank.
   */
  type: string;
  /**
   * Least value of an Int or Float.
   */
  minimum?: number;
  /**
   * Greatest value of an Int or Float.
   */
  maximum?: number;
  /**
   * Least number of characters of a String or ID.
   */
  minLength?: number;
  /**
   * Greatest number of characters of a String or ID.
   */
  maxLength?: number;
  /**
   * A regular expression that a String or ID matches.
   */
  pattern?: string;
  /**
   * A format of JSON Schema that a String or ID has: email, uri, date, date-time, uuid, ...
   */
  format?: string;
  /**
   * The only values that are allowed.
   *
   * @minItems 1
   */
  enum?: unknown[];
  /**
   * What the field means, for the API's documentation.
   */
  description?: string;
  /**
   * The value when the field is absent, which it then may be.
   */
  default?: {
    [k: string]: unknown;
  };
}
/**
 * Types of the query string's parameters. Parameters that are not listed pass unchecked.
 */
export interface Fields1 {
  [k: string]: Field;
}
/**
 * Types of the body's fields.
 */
export interface Fields2 {
  [k: string]: Field;
}
