import type { Finding } from '#base';
import type { Gateway } from '#gateway';
import type { RefusedChange } from '#pages';

/** What is known of a generation without running an extension. */
export type ServedGeneration = Pick<Gateway, 'generation' | 'config' | 'manifests' | 'routes'>;

/** The sources of the next generation, when they are not the current files. */
export interface KeptSource {
  readonly text: string;
  /** A folder or file of persisted documents, if gateway.yaml names one. */
  readonly documents: string;
  /** By extension id. */
  readonly folders: ReadonlyMap<string, string>;
}

export interface BuildRequest {
  readonly generation: number;
  /** Default: the current files. */
  readonly source?: KeptSource | undefined;
  /** The text of gateway.yaml, when it is known already. */
  readonly text?: string | undefined;
}

/** A generation that is complete, and does not serve yet. */
export interface BuiltGeneration {
  readonly served: ServedGeneration;
  readonly warnings: readonly Finding[];
  /** New requests use this generation when it resolves. Never rejects. */
  replace(): Promise<void>;
}

/** Builds and serves generations: this process, or the workers of a primary. */
export interface GenerationHost {
  /** The generation that answers new requests. */
  readonly serving: ServedGeneration;
  /** Numbers of requests that run on replaced generations, by generation. */
  readonly draining: ReadonlyMap<number, number>;
  /** Throws StartupError with all findings; then nothing has changed. */
  build(request: BuildRequest): Promise<BuiltGeneration>;
  /** The host does not serve the newest change of the files. */
  refuse(change: RefusedChange): void;
  /** Called once, after the last build. */
  close(): Promise<void>;
}
