import type { DocumentNode } from 'graphql';
import type { Logger } from '#base';
import type { PlanCalls } from '../plan/plan-run.ts';

/** What the engine knows of a request. */
export interface EngineScope {
  /** Read before each step. Once it is true, the engine calls no further extension. */
  readonly aborted?: boolean | undefined;
  /** Logs failures of resolvers. The engine's own logger when left out. */
  readonly logger?: EngineLogger | undefined;
  /** Who asks, for fields of the gateway itself. */
  readonly caller?: unknown;
  /** The client's request. Fields of the gateway itself read its locale. */
  readonly request?: { readonly locale?: string | undefined } | undefined;
  /** Above 0 for a query of an extension. Fields of the gateway itself read it. */
  readonly depth?: number | undefined;
  /** The resolvers' third argument, unless `begin` gives each extension its own. */
  readonly context?: object | undefined;
}

export type EngineLogger = Pick<Logger, 'error'>;

export interface EngineOperation<Scope = EngineScope> {
  /** Plans are cached by document, so pass the same document for the same operation. */
  readonly document: DocumentNode;
  /** The document's text, for a document without locations. Errors take their locations from it. */
  readonly text?: string | undefined;
  readonly operationName?: string | undefined;
  /** As the client sent them. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly scope: Scope;
}

/** The calls of extensions that one operation makes. */
export interface EngineCalls extends PlanCalls {
  end?(): void;
}
