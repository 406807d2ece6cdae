import type { PoolUse } from '../../database/connection-pool.ts';

/**
 * What the server hands to the console's extension, as `context.operating`: everything that the console shows, and the three
 * things that it does. Plain data, and in it never a secret; whatever extensions have named is text.
 */
export interface Operating {
  overview(): Promise<Overview>;
  map(): readonly MappedExtension[];
  generations(): readonly ShownGeneration[];
  /** The config that serves, as YAML; secrets are `***`. */
  config(): Promise<ShownConfig>;
  /** The file of a place that the map names; undefined for any other. */
  source(at: string): Promise<ShownSource | undefined>;
  /** The cookie that a token is worth; undefined when the token is not the right one. */
  signIn(token: string): string | undefined;
  /** The cookie that takes the other one away. */
  signOut(): string;
  reload(): Promise<ShownGeneration>;
  /** Undefined when there is no such generation to go back to. */
  rollback(generation: number): Promise<ShownGeneration | undefined>;
}

/** What the process is doing, and has done in the last minutes. */
export interface Overview {
  /** Of gateway.yaml. */
  readonly file: string;
  readonly mode: 'production' | 'development';
  readonly generation: { readonly number: number; readonly seconds: number };
  readonly reloads: { readonly replaced: number; readonly refused: number };
  readonly health: readonly { readonly name: string; readonly reason: string | undefined }[];
  readonly traffic: Chart;
  readonly extensions: readonly ExtensionActivity[];
  readonly load: {
    readonly inFlight: number;
    readonly limit: number;
    readonly share: number;
    readonly delayMs: number;
    readonly shed: readonly ReasonCount[];
  };
  readonly pool: PoolUse;
  readonly operations: {
    readonly compiled: number;
    readonly planned: number;
    readonly introspection: number;
    readonly replayed: number;
  };
  readonly process: {
    readonly seconds: number;
    readonly residentBytes: number;
    readonly heapBytes: number;
    readonly node: string;
    readonly pid: number;
  };
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

export interface ExtensionActivity {
  readonly id: string;
  readonly breaker: string;
  readonly calls: number;
  readonly inFlight: number;
  readonly errors: number;
  readonly recent: Chart;
}

/** Steps that are over, oldest first. */
export interface Chart {
  /** When the newest step ended, in milliseconds since 1970. */
  readonly until: number;
  readonly stepMs: number;
  readonly counts: readonly number[];
  readonly errors: readonly number[];
  readonly meanMs: readonly number[];
  readonly maxMs: readonly number[];
}

/** What one extension adds to the shop. */
export interface MappedExtension {
  readonly id: string;
  readonly version: string | undefined;
  readonly folder: string;
  readonly declaredAt: string;
  readonly routes: readonly MappedRoute[];
  readonly types: readonly MappedType[];
  readonly components: readonly MappedComponent[];
  readonly migrations: readonly string[];
}

export interface MappedRoute {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly access: string;
  readonly handlers: readonly string[];
  /** `extensions/reviews/api/addReview/route.json:3` */
  readonly at: string;
}

export interface MappedType {
  readonly name: string;
  /** Whether the type is another's, and this extension adds fields to it. */
  readonly isExtended: boolean;
  /** `type`, `input`, `enum`, ... */
  readonly kind: string;
  readonly at: string;
  readonly fields: readonly { readonly name: string; readonly returns: string; readonly at: string }[];
}

export interface MappedComponent {
  readonly name: string;
  /** Undefined for the components of every page. */
  readonly path: string | undefined;
  readonly page: string;
  readonly area: string;
  readonly sortOrder: number;
  readonly hydrate: string | undefined;
  readonly offers: readonly string[];
  readonly at: string;
}

export interface ShownGeneration {
  readonly number: number;
  readonly at: string;
  readonly reason: string;
  readonly state: string;
  readonly ms: number;
  readonly configHash: string | undefined;
  readonly findings: readonly ShownFinding[];
}

/** As the command line prints it. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: string;
  readonly where: string;
  readonly what: string;
  readonly fix: string | undefined;
  /** The other places that take part. */
  readonly related: readonly string[];
}

export interface ShownSource {
  readonly path: string;
  readonly line: number;
  readonly lines: readonly string[];
}

export interface ShownConfig {
  readonly file: string;
  readonly text: string;
}
