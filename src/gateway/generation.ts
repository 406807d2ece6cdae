import type { Finding } from '../base/findings/startup-error.ts';

/** One attempt to build a gateway, as in metrics, the console and `stoa rollback --list`. */
export interface Generation {
  readonly number: number;
  /** When it began to serve, or failed, in ISO 8601. */
  readonly at: string;
  /** Why it was built: `start`, the changed file, `SIGHUP`, `rollback to 3`. */
  readonly reason: string;
  /** Hash of gateway.yaml's text; undefined when the file could not be read. */
  readonly configHash: string | undefined;
  readonly ms: number;
  /** A rollback can build a `kept` generation, and a `current` or `draining` one that is on disk. */
  readonly state: 'current' | 'draining' | 'kept' | 'gone' | 'failed';
  /** Errors of a failed generation, else warnings. */
  readonly findings: readonly Finding[];
}
