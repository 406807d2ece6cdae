import type { PoolUse } from '../../postgres/pool/connection-pool.ts';

/**
 * The console extension's `context.operating`: all that the console shows, and its actions. It is plain data without
 * secrets. Names that extensions chose are untrusted text.
 */
export interface Operating {
  overview(): Promise<Overview>;
  map(): readonly MappedExtension[];
  generations(): readonly ShownGeneration[];
  /** The current config as YAML. Secrets are `***`. */
  config(): Promise<ShownConfig>;
  /** The source file at a position that the map lists; undefined for any other. */
  source(at: string): Promise<ShownSource | undefined>;
  /** The cookie for the right token; undefined for a wrong one. */
  signIn(token: string): string | undefined;
  /** The cookie that deletes the sign-in. */
  signOut(): string;
  reload(): Promise<ShownGeneration>;
  /** Undefined when no such generation is kept. */
  rollback(generation: number): Promise<ShownGeneration | undefined>;
}

/** The process's current state, and its last minutes. */
export interface Overview {
  /** The file name of gateway.yaml. */
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

/** Completed intervals, oldest first. */
export interface Chart {
  /** The end of the newest interval, in milliseconds since 1970. */
  readonly until: number;
  readonly stepMs: number;
  readonly counts: readonly number[];
  readonly errors: readonly number[];
  readonly meanMs: readonly number[];
  readonly maxMs: readonly number[];
}

/** The parts that one extension adds to the shop. */
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
  /** Whether another extension defines the type, and this one adds fields to it. */
  readonly isExtended: boolean;
  /** `type`, `input`, `enum`, ... */
  readonly kind: string;
  readonly at: string;
  readonly fields: readonly { readonly name: string; readonly returns: string; readonly at: string }[];
}

export interface MappedComponent {
  readonly name: string;
  /** Undefined for components of every page. */
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

/** In the wording of the command line. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: string;
  readonly where: string;
  readonly what: string;
  readonly fix: string | undefined;
  /** Other positions that belong to the finding. */
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
