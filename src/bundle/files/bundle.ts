import type { ExtensionId } from '#base';

/** The server code of one extension as one ES module, not yet imported. */
export interface Bundle {
  readonly extension: ExtensionId;
  /** Absolute path: `<id>-<hash>.mjs` below `.stoa/build/`. */
  readonly file: string;
  /** Content hash: Node imports equal content once, and changed content as another module. */
  readonly hash: string;
}

/** The exports of a bundle. The values come from the extension, so they are unknown until the placement checks them. */
export interface BundleModule {
  /** Default exports of the handler files, by routeId and handler name. */
  readonly handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Default exports of the resolver files, with the absolute path of the source for messages. */
  readonly resolvers: readonly { readonly file: string; readonly value: unknown }[];
  /** Module namespaces of the page components, with the absolute path of the source. */
  readonly pages: readonly { readonly file: string; readonly module: unknown }[];
  readonly mails?: readonly { readonly name: string; readonly file: string; readonly module: unknown }[];
  /** Module namespace of `extension.ts`. */
  readonly life?: unknown;
  /** Default exports of jobs and subscribers, by name. */
  readonly tasks: Readonly<Record<string, unknown>>;
}
