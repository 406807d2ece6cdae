import type { Finding } from '../base/startup-error.ts';

/** One attempt to build a gateway, as metrics, the console and `stoa rollback --list` show it. */
export interface Generation {
  readonly number: number;
  /** When it began to serve, or failed; ISO 8601. */
  readonly at: string;
  /** What it was built for: `start`, the file that changed, `SIGHUP`, `rollback to 3`. */
  readonly reason: string;
  /** Hash of gateway.yaml's text; undefined when it could not be read. */
  readonly configHash: string | undefined;
  readonly ms: number;
  /** `kept` can be gone back to; so can some that are `current`, `draining`, or of an earlier process. */
  readonly state: 'current' | 'draining' | 'kept' | 'gone' | 'failed';
  /** Errors of one that failed, else warnings. */
  readonly findings: readonly Finding[];
}
