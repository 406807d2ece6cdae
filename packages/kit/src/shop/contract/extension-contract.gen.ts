// Generated from schemas/contract.schema.json by scripts/generate.ts: change that, not this.

/** extension.contract.json: what an extension gives to a shop, and what it needs of others. Written by `stoa types`. */
export interface ExtensionContract {
  $schema?: string;
  /** The version of this format. */
  contract: 1;
  /** The name in gateway.yaml. */
  extension: string;
  /** The version in its package.json. */
  version?: string;
  gives: Offer;
  needs: {
    /** Pages of gateway.yaml on which its components stand, or to which it links. */
    pages: {
      [k: string]: Page;
    };
    /** By extension: the part of its contract that is used. */
    extensions: {
      [k: string]: Neighbour;
    };
  };
}
export interface Offer {
  /** One text for each definition. */
  sdl: string[];
  /** route.json by routeId. */
  routes: {
    [k: string]: Route;
  };
  /** Page components by group/Name. */
  components: {
    [k: string]: Component;
  };
  /** page.json by page group, of the pages that it brings. */
  pages?: {
    [k: string]: {
      path: string;
      [k: string]: unknown;
    };
  };
  events?: Events;
}
/** A route.json. Its bodySchema is no file's name, but the schema itself. */
export interface Route {
  methods: string[];
  path: string;
  access: string;
  [k: string]: unknown;
}
export interface Component {
  /** The area in which it stands. */
  areaId: string;
  sortOrder: number;
  /** Areas that it offers. */
  areas?: string[];
  hydrate?: 'load' | 'idle' | 'visible';
  query?: string;
}
/** By event: the JSON Schema of its payload. */
export interface Events {
  [k: string]: {
    [k: string]: unknown;
  };
}
export interface Page {
  path: string;
  access?: 'public' | 'private';
  query?: string[];
  notFoundWhenNull?: string;
}
export interface Neighbour {
  version?: string;
  /** The extension works without it. */
  optional?: true;
  sdl: string[];
  routes: {
    [k: string]: Route;
  };
  components: {
    [k: string]: Component;
  };
  events?: Events;
}
