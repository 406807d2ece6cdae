import type { createProcessReport, createWorkerValues } from '#admin';
import type { Finding } from '#base';
import type { Overrides } from '#config';
import type { createMemoryCounter } from '#edge';
import type { Address } from '#http';
import type { KeptSource, StopOptions } from '#server';

export type CountRequest = ReturnType<typeof createMemoryCounter>;
type RateRule = Parameters<typeof createMemoryCounter>[0];

/** A generation that a worker builds. */
export interface BuildOrder {
  readonly generation: number;
  /** The text of gateway.yaml, so that all workers build from the same one. */
  readonly text: string;
  /** The sources of a rollback. Default: the current files. */
  readonly source: KeptSource | undefined;
  /** What the primary has read: see `identityOf`. */
  readonly identity: string;
}

/** The first generation of a worker. */
export interface StartOrder extends BuildOrder {
  readonly file: string;
  /** The text of gateway.yaml with which the primary started. Its ports and database stay until the next start. */
  readonly startText: string;
  readonly overrides: Overrides;
  /**
   * What a worker does when the files are not those of the generation: it refuses to start, or builds from the copies
   * of the generation. Without copies it builds from the files as they are.
   */
  readonly otherwise: 'refuse' | { readonly kept: KeptSource | undefined };
  /** The number of workers that share the limits of gateway.yaml. */
  readonly workers: number;
  /** How long a worker waits for its clients when it is asked to stop by a signal. */
  readonly patience: Required<StopOptions>;
}

/** What a worker does for its primary. A type, since an interface has no index signature. */
export type WorkerCalls = {
  /** Builds the first generation, and opens no port. */
  start(order: StartOrder): Promise<readonly Finding[]>;
  /** Listens for requests. */
  open(): Promise<Address>;
  /** Builds the next generation, while the current one serves. Loads it in a trial thread first if `isFirst`. */
  prepare(order: BuildOrder, isFirst: boolean): Promise<readonly Finding[]>;
  /** Serves what `prepare` built. */
  commit(generation: number): Promise<void>;
  /** Drops what `prepare` built. */
  discard(generation: number): Promise<void>;
  ping(): Promise<void>;
  metrics(): ReturnType<ReturnType<typeof createWorkerValues>>;
  /** Finishes the requests under way. Resolves when everything is closed. */
  stop(options: StopOptions): Promise<void>;
} & ReturnType<typeof createProcessReport>;

/** What the primary does for its workers. */
export type PrimaryCalls = {
  /** The worker's modules are loaded. */
  ready(): void;
  /** Counts a request of one caller for all workers. */
  count(rule: RateRule, callers: number, caller: string): ReturnType<CountRequest>;
};
