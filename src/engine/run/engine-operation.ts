import type { DocumentNode } from 'graphql';
import type { Logger } from '../../base/logger.ts';
import type { PlanCalls } from '../plan/plan-run.ts';

/** What the engine knows of the request that an operation belongs to. */
export interface EngineScope {
  /** Read before each step: once it is true, no further call of an extension begins. */
  readonly aborted?: boolean | undefined;
  /** Gets what went wrong in resolvers; the engine's own logger when left out. */
  readonly logger?: EngineLogger | undefined;
  /** What resolvers get as their third argument, unless `begin` says what each extension gets. */
  readonly context?: object | undefined;
}

export type EngineLogger = Pick<Logger, 'error'>;

/** One validated operation. */
export interface EngineOperation<Scope = EngineScope> {
  /** Plans hang on it: an operation that comes again should be the same document. */
  readonly document: DocumentNode;
  /** Where the document has no locations: what it was parsed from, for errors to say where in it they are. */
  readonly text?: string | undefined;
  readonly operationName?: string | undefined;
  /** As the client sent them. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly scope: Scope;
}

/** The calls of extensions that one operation makes. */
export interface EngineCalls extends PlanCalls {
  /** The operation has ended. */
  end?(): void;
}
