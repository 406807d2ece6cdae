import type { ExtensionId } from '../base/ids.ts';

/** One extension's server code as one ES module. Built from the manifest; not yet imported. */
export interface Bundle {
  readonly extension: ExtensionId;
  /** Absolute path, `<id>-<hash>.mjs` under `.stoa/build/`. */
  readonly file: string;
  /** Hash of the content, so that equal content is one module and changed content another. */
  readonly hash: string;
}

/** What a bundle's module exports. Values are unknown: they are the extension's, and are checked when it is placed. */
export interface BundleModule {
  /** By routeId, then handler name: the handler file's default export. */
  readonly handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Default exports of the resolver files, with the absolute source path for error messages. */
  readonly resolvers: readonly { readonly file: string; readonly value: unknown }[];
  /** Namespaces of the page components' modules, with the absolute source path. */
  readonly pages: readonly { readonly file: string; readonly module: unknown }[];
}
