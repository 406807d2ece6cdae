import type { Logger } from '../base/logger.ts';
import type { Bundle } from '../bundle/files/bundle.ts';
import type { AskExtension } from '../engine/run/document-back-end.ts';
import type { Subgraph } from '../engine/subschema/composition.ts';
import type { ResolverFile } from '../engine/subschema/describe-resolvers.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { RenderComponents } from '../pages/components/render-component.ts';
import type { RestAnswer, RestExchange } from '../rest/sub-app/rest-exchange.ts';
import type { Addresses } from '../rest/url-builder.ts';
import type { ExtensionDescription } from './extension-description.ts';

/** An extension, wherever it is placed. The gateway reaches its code in no other way. */
export interface RunningExtension {
  /** Runs the top level of its modules, and says what they export. Called once, before anything else. Never rejects. */
  load(): Promise<ExtensionDescription>;
  /**
   * Answers a REST request. An extension in this process writes on the exchange's own response: nothing is copied.
   * Then this resolves when the answer is sent or the client has left. An extension elsewhere gives its answer, as
   * soon as the head is there. Rejects with what the extension threw.
   */
  answer(exchange: RestExchange): Promise<RestAnswer>;
  /** Its part of a plan. To be asked for after `load`. */
  readonly backEnd: ExtensionBackEnd;
  readonly render: RenderComponents;
  dispose(): Promise<void>;
}

export type ExtensionBackEnd =
  /** The extension's own resolvers, live. The engine calls them, and nothing lies between. */
  | { readonly gives: 'objects'; readonly resolvers: readonly ResolverFile[] }
  /** The extension is elsewhere, and answers documents. The gateway writes their text. */
  | { readonly gives: 'answers'; readonly ask: AskExtension };

/** What an extension is started from. */
export interface StartParts {
  readonly manifest: ExtensionManifest;
  readonly bundle: Bundle;
  readonly logger: Logger;
  /** Its SDL as a complete subgraph; undefined without GraphQL. */
  readonly subgraph: Subgraph | undefined;
  /** Milliseconds of one call. */
  readonly timeoutMs: number;
  /** What `context.url` knows. */
  readonly addresses: Addresses;
}

/** Starts an extension at some place. Runs none of its code before `load`. */
export type StartExtension = (parts: StartParts) => RunningExtension;
