// Generated from schemas/page.schema.json by scripts/generate.ts: change that, not this.

/**
 * A page that an extension brings: pages/<group>/page.json. A key under "pages" in gateway.yaml overrides the same key here.
 */
export interface PageJson {
  /** Where editors find this schema. The gateway does not read it. */
  $schema?: string;
  /**
   * The page's path: literals and whole :name segments, e.g. /vouchers/:code. It starts with a slash and does not end in one. Every page has one, unless it is optional.
   */
  path?: string;
  /** public (the default): every caller. private: signed-in callers only. Guests go to the sign-in page. */
  access?: 'public' | 'private';
  /** Permissions that the caller needs, all of them, as area:action (403 otherwise). Only on private pages. */
  permissions?: string[];
  /** Names of query-string parameters that the page's components may use, with getContextValue and usePage(). */
  query?: string[];
  /** A field of Query that the page's components select. When it is null without an error, the page is a 404. */
  notFoundWhenNull?: string;
  /**
   * Where callers who are signed in are sent from this page: the name of a page group without path parameters. A path in the parameter next comes first.
   */
  whenSignedIn?: string;
  /**
   * false: the page is without the components of the group "all", such as the shop's header. A name: it has those of the group of that name instead, and is not served while no extension has any. Default: true.
   */
  common?: boolean | string;
  /** The page is an entry of a menu, which a component shows with useMenu(). Only a page without path parameters. */
  menu?: {
    /** The menu. */
    name: string;
    /** The key of the entry's label in the texts of the extension. */
    text: string;
    /** Entries of one group stand together. */
    group?: string;
    /** Lower comes first in its group, and its group first in the menu. Default: 0. */
    sortOrder?: number;
  };
  /**
   * true, as the only key: another extension brings this page. Without it, the components and forms of this extension for the page rest.
   */
  optional?: true;
}
