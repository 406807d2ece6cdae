import type { RequestScope } from './request-scope.ts';

/** A scope nested in that of a request, whose lazy values it shares. A class for speed: each operation has several. */
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

  get visitor(): string | null {
    return this.#outer.visitor;
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

  get settings(): RequestScope['settings'] {
    return this.#outer.settings;
  }

  set settings(seen: RequestScope['settings']) {
    this.#outer.settings = seen;
  }
}

/**
 * The request's scope for one extension. Its signal is also aborted when a call of the extension times out. A class
 * for speed: each operation creates one for each extension that it uses.
 */
export class ExtensionScope extends InnerScope {
  #controller: AbortController | undefined;
  /** Why the gateway abandoned this extension's calls. */
  #reason: Error | undefined;
  #asking = 0;

  constructor(outer: RequestScope) {
    super(outer, outer.depth);
  }

  override get aborted(): boolean {
    return this.#reason !== undefined || super.aborted;
  }

  // Created on first use: most extensions never read it.
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

  /** Whether the extension waits for `context.query`. That time does not count as its own. */
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

  giveUp(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
