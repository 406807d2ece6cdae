import type { ExtensionId } from '../../base/ids.ts';
import type { LimitedCall, Waiting } from '../../engine/plan/call-limits.ts';
import type { EngineCalls } from '../../engine/run/engine-operation.ts';
import type { Context } from '../../extension-api.ts';
import type { TimedCall } from '../../http/call-clock.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import type { Trial } from '../../placement/breaker.ts';
import type { ExtensionCalls } from '../../placement/extension-calls.ts';
import { ExtensionScope } from './extension-scope.ts';

export interface OperationCallsParts {
  readonly contextOf: (extension: ExtensionId, scope: RequestScope) => Context;
  /** Undefined for an extension that nothing limits; for tests. */
  readonly callsOf?: ((extension: ExtensionId) => ExtensionCalls | undefined) | undefined;
}

/** The calls of extensions that one operation makes: their contexts, how long each may take, and what becomes of those that are late. */
export class OperationCalls implements EngineCalls {
  readonly #parts: OperationCallsParts;
  readonly #scope: RequestScope;
  /** A list, since an operation touches few extensions and most ask once. */
  readonly #callees: Callee[] = [];
  #trials: Trial[] | undefined;

  constructor(parts: OperationCallsParts, scope: RequestScope) {
    this.#parts = parts;
    this.#scope = scope;
  }

  /**
   * An extension's context: the same one for the whole operation, or a new one after a call that took too long. Throws RequestError
   * EXTENSION_UNAVAILABLE while the extension has a rest.
   */
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

  /** After a call that took too long: the next call gets another context, since this one's signal is aborted. */
  leave(callee: Callee, error: Error): void {
    const { extension, scope } = callee;
    this.#scope.logger.warn('extension took too long', { extension });
    const index = this.#callees.indexOf(callee);
    if (index >= 0) this.#callees.splice(index, 1);
    scope.giveUp(error);
  }

  /** The operation has ended; a trial in which nothing went wrong has succeeded. */
  end(): void {
    if (this.#trials !== undefined) for (const trial of this.#trials) trial.succeeded();
  }

  #admit(extension: ExtensionId): Callee {
    const calls = this.#parts.callsOf?.(extension);
    const trial = calls?.admit();
    if (trial !== undefined) this.#trials = [...(this.#trials ?? []), trial];
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
    // What it waits for has a limit of its own, and is given up first.
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
