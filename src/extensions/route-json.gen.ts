// Generated from schemas/route.schema.json by scripts/generate.ts: change that, not this.

/**
 * A type in the GraphQL spelling (ID, String, Int, Float, Boolean; ! for required, [...] for lists), or an object with the type and its limits.
 */
export type Field = string | DetailedField;

/** One REST endpoint of an extension: api/<routeId>/route.json. */
export interface RouteJson {
  /** Where editors find this schema. The gateway does not read it. */
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
  /** public: every caller. private: signed-in callers only (401 otherwise). */
  access: 'public' | 'private';
  /** Permissions that the caller needs, all of them, as area:action (403 otherwise). Only on private routes. */
  permissions?: string[];
  params?: Fields;
  query?: Fields1;
  body?: Fields2;
  /**
   * A JSON Schema 2020-12 for the body, inline or in a file of the endpoint's folder, for bodies that "body" cannot describe.
   */
  bodySchema?: {} | string;
  /** false refuses body fields that "body" does not list. Otherwise they are allowed and not checked. */
  additional?: boolean;
  /**
   * Accepted formats of the body: json (the default), form (a plain HTML form), or multipart alone (a form with files).
   *
   * @minItems 1
   */
  consumes?: ('json' | 'form' | 'multipart')[];
  /** The files of a multipart body, by the name of their field. Files of other fields are refused with 400. */
  files?: {
    [k: string]: File;
  };
  /**
   * true: handlers parse the body, so request.body is undefined until one has. Otherwise it is what the gateway has checked. A handler named bodyParser has the same effect.
   */
  parsesBody?: boolean;
  /**
   * The page with the HTML form for this route. When the route refuses a form, the gateway shows this page with the submitted values and the errors. Needs "consumes" with form.
   */
  form?: {
    /**
     * The page group's name in gateway.yaml, or of a page.json. This route's path must have all parameters of its path.
     */
    page: string;
  };
  /** A short description of the endpoint, for the API's documentation. */
  summary?: string;
  /** Milliseconds that a request may take (504 otherwise). Default: the gateway's limit. */
  timeoutMs?: number;
  /** Bytes of the body (413 otherwise). Default: the gateway's limit, which is another one for multipart. */
  bodyLimit?: number;
  /**
   * How many requests one caller may send to this route, with refused ones (429 otherwise). For sign-in, registration, expensive routes, and routes that invite guessing.
   */
  rateLimit?: {
    /** Requests within the window. */
    points: number;
    /** Length of the window in seconds. It begins with the first request. */
    seconds: number;
    /**
     * How requests are counted. caller (the default): users by id, guests by address. address: all callers by address, for sign-in and registration.
     */
    by?: 'caller' | 'address';
    /**
     * By field of the body: how many requests may name one value, of all callers together. For the account whose password is checked: many addresses may guess at it. Outer spaces, upper and lower case make no difference. Only valid requests count.
     */
    perValue?: {
      [k: string]: {
        /** Requests within the window. */
        points: number;
        /** Length of the window in seconds. */
        seconds: number;
      };
    };
  };
}
/** Types of the path's :name segments. Unlisted ones are String!. */
export interface Fields {
  [k: string]: Field;
}
export interface DetailedField {
  /** The type in the GraphQL spelling. A required String is never empty or blank. */
  type: string;
  /** Least value of an Int or Float. */
  minimum?: number;
  /** Greatest value of an Int or Float. */
  maximum?: number;
  /** Least number of characters of a String or ID. */
  minLength?: number;
  /** Greatest number of characters of a String or ID. */
  maxLength?: number;
  /** A regular expression that a String or ID matches. */
  pattern?: string;
  /** A format of JSON Schema that a String or ID has: email, uri, date, date-time, uuid, ... */
  format?: string;
  /**
   * The only values that are allowed.
   *
   * @minItems 1
   */
  enum?: unknown[];
  /** What the field means, for the API's documentation. */
  description?: string;
  /**
   * Of a field of the body: the key of the text in texts/ that says what is wrong with it. Its arguments are rule (required, type, minLength, ...) and limit.
   */
  message?: string;
  /** The value when the field is absent. A field with a default is optional. */
  default?: {
    [k: string]: unknown;
  };
}
/** Types of the query string's parameters. Unlisted parameters are not checked. */
export interface Fields1 {
  [k: string]: Field;
}
/** Types of the body's fields. */
export interface Fields2 {
  [k: string]: Field;
}
export interface File {
  /**
   * The media types that are taken (415 otherwise). The bytes of a file show its type, whatever the client says. Required, except for a picture.
   *
   * @minItems 1
   */
  types?: (
    | 'image/png'
    | 'image/jpeg'
    | 'image/gif'
    | 'image/webp'
    | 'image/avif'
    | 'application/pdf'
    | 'application/zip'
    | 'application/gzip'
    | 'application/xml'
    | 'application/octet-stream'
    | 'video/mp4'
    | 'video/webm'
    | 'audio/mpeg'
    | 'audio/ogg'
    | 'audio/wav'
    | 'text/plain'
  )[];
  /**
   * true: a picture for context.files.putPicture. The gateway refuses one that is no picture, or that has too many pixels. Default types: all image types. Needs the package sharp.
   */
  picture?: boolean;
  /** Bytes of one file (413 otherwise). Default: what bodyLimit allows. */
  maxBytes?: number;
  /** How many files the field may have (400 otherwise). With it, request.files has a list. */
  max?: number;
  /** true: without a file the request is refused with 400. */
  required?: boolean;
  /**
   * The key of the text in texts/ that says what is wrong with the file. Its arguments are rule (type, maxBytes, max, picture, required) and limit.
   */
  message?: string;
  /** What the file is, for the API's documentation. */
  description?: string;
}
