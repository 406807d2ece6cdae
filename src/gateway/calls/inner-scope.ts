import type { RequestScope } from '#http';

/**
 * A scope nested in that of a request. It reads lazy values from the outer scope, so both share them. A class for
 * speed: each operation creates several.
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

  get outage(): RequestScope['outage'] {
    return this.#outer.outage;
  }

  set outage(met: RequestScope['outage']) {
    this.#outer.outage = met;
  }
}
