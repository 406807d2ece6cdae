// Generated from customers/api/*/route.json by "stoa types": change those, not this.

/** Input of POST /sign-out */
export interface CloseSession {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Input of POST /customers */
export interface CreateCustomer {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly next?: string | null | undefined;
  };
}

/** Input of POST /sign-in */
export interface OpenSession {
  readonly params: {};
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly email: string;
    readonly password: string;
    readonly next?: string | null | undefined;
  };
}
