import type { RequestScope } from '../../http/request-scope.ts';
import { InnerScope } from './inner-scope.ts';

/**
 * A request as one extension knows it: with a signal that is also aborted when one of its calls took too long, and then says so. A
 * class for its speed: each operation makes one for each extension that it touches.
 */
export class ExtensionScope extends InnerScope {
  #controller: AbortController | undefined;
  /** Why nobody waits any longer for this extension alone. */
  #reason: Error | undefined;
  #asking = 0;

  constructor(outer: RequestScope) {
    super(outer, outer.depth);
  }

  override get aborted(): boolean {
    return this.#reason !== undefined || super.aborted;
  }

  // Most extensions never look at it.
  override get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const signal = super.signal;
    const follow = (): void => controller.abort(signal.reason);
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    return controller.signal;
  }

  /** Does the extension wait for an answer of the rest of the shop? Then the time that passes is not its own. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  asks(answer: Promise<unknown>): void {
    this.#asking++;
    const end = (): void => {
      this.#asking--;
    };
    answer.then(end, end);
  }

  /** Nobody waits any longer for what the extension does for this request. */
  giveUp(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
