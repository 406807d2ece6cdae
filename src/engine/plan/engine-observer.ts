import type { ExtensionId } from '#base';

/** Receives events of the engine, for counters and traces. */
export interface EngineObserver {
  /** Called once for each plan. Undefined where an extension's calls are not counted. */
  callsOf?(extension: ExtensionId): CallObserver | undefined;
  /** Undefined where operations are not traced. */
  readonly tracing?: EngineTracing | undefined;
  began?(how: OperationTier): void;
  /** graphql-js completes an answer, because the plan could not. */
  replayed?(): void;
}

export type OperationTier = 'compiled' | 'planned' | 'introspection';

/** Counts calls of one extension. `begin` returns the time for `end`. */
export interface CallObserver {
  begin(): number;
  end(begun: number): void;
  /** Counts a failure that the extension's team must correct. A refusal meant for the client is none. */
  fail(): void;
}

export interface EngineTracing {
  /** Runs `work` in a span. `failureOf` finds the failure in a result that was not thrown. */
  span<Result>(
    info: { readonly name: string; readonly attributes: Readonly<Record<string, string | number>> },
    work: () => Result,
    failureOf: (result: unknown) => unknown,
  ): Result;
}
