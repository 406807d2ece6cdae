// Generated from foo/api/*/route.json by "stoa types": change those, not this.

/** Input of POST /foos */
export interface CreateFoo {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly name: string;
    readonly description: string;
  };
}
