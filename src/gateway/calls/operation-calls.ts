import type { ExtensionId } from '#base';
import type { EngineCalls } from '#engine';
import type { Context } from '#extension-api';
import { ExtensionScope, type RequestScope, type TimedCall } from '#http';
import type { ExtensionCalls } from '#placement';

type Waiting = Parameters<EngineCalls['start']>[1];

type LimitedCall = NonNullable<ReturnType<EngineCalls['start']>>;

export interface OperationCallsParts {
  readonly contextOf: (extension: ExtensionId, scope: RequestScope) => Context;
  /** Undefined for an extension without limits, in tests. */
  readonly callsOf?: ((extension: ExtensionId) => ExtensionCalls | undefined) | undefined;
}

/** One operation's calls of extensions: their contexts, time-outs, and late answers. */
export class OperationCalls implements EngineCalls {
  readonly #parts: OperationCallsParts;
  readonly #scope: RequestScope;
  /** A list: an operation uses few extensions. */
  readonly #callees: Callee[] = [];
  #probes: NonNullable<ReturnType<ExtensionCalls['admit']>>[] | undefined;

  constructor(parts: OperationCallsParts, scope: RequestScope) {
    this.#parts = parts;
    this.#scope = scope;
  }

  /** The extension's context, new after each time-out. Throws EXTENSION_UNAVAILABLE while the circuit is open. */
  contextOf(extension: ExtensionId): Context {
    return (this.#find(extension) ?? this.#admit(extension)).context;
  }

  start(extension: ExtensionId, waiting: Waiting): LimitedCall | undefined {
    const callee = this.#find(extension);
    if (callee?.calls === undefined) return undefined;
    const call = new Call(this, callee.calls, { callee, waiting });
    callee.calls.start(call);
    return call;
  }

  /** Abandons the context of a call that timed out, since its signal is aborted. The next call gets another one. */
  leave(callee: Callee, error: Error): void {
    const { extension, scope } = callee;
    this.#scope.logger.warn('extension took too long', { extension });
    const index = this.#callees.indexOf(callee);
    if (index >= 0) this.#callees.splice(index, 1);
    scope.giveUp(error);
  }

  /** Ends the operation. A probe without a failure has succeeded. */
  end(): void {
    if (this.#probes !== undefined) for (const probe of this.#probes) probe.succeeded();
  }

  #admit(extension: ExtensionId): Callee {
    const calls = this.#parts.callsOf?.(extension);
    const probe = calls?.admit();
    if (probe !== undefined) this.#probes = [...(this.#probes ?? []), probe];
    const scope = new ExtensionScope(this.#scope);
    const callee = { extension, calls, scope, context: this.#parts.contextOf(extension, scope) };
    this.#callees.push(callee);
    return callee;
  }

  #find(extension: ExtensionId): Callee | undefined {
    for (const callee of this.#callees) if (callee.extension === extension) return callee;
    return undefined;
  }
}

interface Callee {
  readonly extension: ExtensionId;
  readonly calls: ExtensionCalls | undefined;
  readonly scope: ExtensionScope;
  readonly context: Context;
}

interface CallParts {
  readonly callee: Callee;
  readonly waiting: Waiting;
}

class Call implements TimedCall, LimitedCall {
  due = 0;
  before: TimedCall | undefined;
  after: TimedCall | undefined;
  readonly #operation: OperationCalls;
  readonly #calls: ExtensionCalls;
  readonly #parts: CallParts;

  constructor(operation: OperationCalls, calls: ExtensionCalls, parts: CallParts) {
    this.#operation = operation;
    this.#calls = calls;
    this.#parts = parts;
  }

  giveUp(): void {
    const { callee, waiting } = this.#parts;
    // The awaited `context.query` has its own limits, and ends first.
    if (callee.scope.isAsking) {
      this.#calls.start(this);
      return;
    }
    const error = this.#calls.timeoutError();
    this.#calls.timedOut();
    waiting.giveUp(error);
    this.#operation.leave(callee, error);
  }

  stop(): void {
    this.#calls.stop(this);
  }

  answered(failure: unknown): void {
    this.#calls.stop(this);
    if (failure === undefined) this.#calls.succeeded();
    else this.#calls.threw(failure);
  }
}
