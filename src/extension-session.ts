/** Who asks, by which request, and the session of a shopper. */

/** The sender of the request, by bearer token or session. The gateway checks it before code of an extension runs. */
export type Caller =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly permissions: readonly string[];
      /** Undefined for a bearer token. */
      readonly via?: 'session';
    }
  /** A task of an extension, with the `permissions` of its entry in gateway.yaml. */
  | { readonly kind: 'extension'; readonly id: string; readonly permissions: readonly string[] };

/** The part of the client's HTTP request that resolvers may read. */
export interface RequestInfo {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** IP address of the client. Empty once the connection is closed. */
  readonly address: string;
  /** As in the context. Undefined in a shop with one locale. */
  readonly locale?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Signs the shopper in and out. The response carries the cookie, so call both methods before the response is sent:
 * later they reject. Set other cookies with `response.cookie()`, which keeps existing ones.
 */
export interface Session {
  /**
   * From the next request on, the caller of this browser is this user, with these permissions (`area:action`), for
   * the lifetime in gateway.yaml. It always starts a new session, and ends an earlier session of the browser.
   */
  signIn(user: { readonly id: string; readonly permissions?: readonly string[] }): Promise<void>;
  /** Ends the session of this browser, not other sessions of the user. Does nothing for a guest. */
  signOut(): Promise<void>;
  /**
   * Ends all sessions of a user, in every browser and every process at once. Call it when their permissions or their
   * password changes: a session has the permissions of its sign-in. Bearer tokens stay valid until they expire.
   */
  signOutUser(id: string): Promise<void>;
  /**
   * An id of this browser, for what a guest keeps, such as a cart. It is random, in a signed cookie, and survives
   * signing in and out. The first call makes it, and from the next request on it is `context.visitor`. Call it for
   * what the person does: on GET and HEAD it throws where there is none.
   */
  visitor(): string;
  /**
   * The path in a `next` parameter or field. Undefined when it is not a path of this shop. Use it for every
   * redirect to an address that a client has sent.
   */
  safeNext(next: unknown): string | undefined;
}

/** A signed-in caller. */
export interface User {
  readonly id: string;
  readonly permissions: readonly string[];
}
