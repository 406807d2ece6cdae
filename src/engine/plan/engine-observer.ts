import type { ExtensionId } from '../../base/ids.ts';

/** What the engine tells of its work, for counters and traces. */
export interface EngineObserver {
  /** Where the calls of an extension are counted; asked once for each plan. Undefined where they are not. */
  callsOf?(extension: ExtensionId): CallObserver | undefined;
  /** Undefined where operations are not traced. */
  readonly tracing?: EngineTracing | undefined;
  /** An operation begins: by a plan with or without code of its own, or about the schema alone. */
  began?(how: OperationTier): void;
  /** Something was odd in an answer: graphql-js completes it from what the plan has found. */
  replayed?(): void;
}

export type OperationTier = 'compiled' | 'planned' | 'introspection';

/** Calls of one extension. `begin` gives the time, for `end`. */
export interface CallObserver {
  begin(): number;
  end(begun: number): void;
  /** A failure that the extension's team must mend. A refusal that is meant for the client is none. */
  fail(): void;
}

export interface EngineTracing {
  /** Runs a piece of work in a span. `failureOf` finds the failure in a result that was not thrown. */
  span<Result>(
    info: { readonly name: string; readonly attributes: Readonly<Record<string, string | number>> },
    work: () => Result,
    failureOf: (result: unknown) => unknown,
  ): Result;
}
