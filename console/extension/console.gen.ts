// Generated from console/api/*/route.json by "stoa types": change those, not this.

/** Input of POST /console/sign-out */
export interface CloseSession {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Input of POST /console/sign-in */
export interface OpenSession {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly secret: string;
    readonly next?: string | null | undefined;
  };
}

/** Input of POST /console/reload */
export interface Reload {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Input of POST /console/rollback */
export interface Rollback {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly generation: number;
  };
}
