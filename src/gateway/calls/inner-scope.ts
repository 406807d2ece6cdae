import type { RequestScope } from '../../http/request-scope.ts';

/**
 * A request as something within it knows it. What the outer scope makes when it is first asked for, it makes for both. A class for
 * its speed: each operation makes some.
 */
export class InnerScope implements RequestScope {
  readonly caller: RequestScope['caller'];
  readonly depth: number;
  readonly #outer: RequestScope;

  constructor(outer: RequestScope, depth: number) {
    this.caller = outer.caller;
    this.depth = depth;
    this.#outer = outer;
  }

  get request(): RequestScope['request'] {
    return this.#outer.request;
  }

  get signal(): AbortSignal {
    return this.#outer.signal;
  }

  get aborted(): boolean {
    return this.#outer.aborted;
  }

  get logger(): RequestScope['logger'] {
    return this.#outer.logger;
  }
}
