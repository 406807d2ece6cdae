import type { Logger } from '#base';
import type { Bundle } from '#bundle';
import type { AskExtension, ResolverFile } from '#engine';
import type { ComposeMail, RenderComponents } from '#pages';
import type { Trouble } from '#postgres';
import type { RemoteAnswer, RestExchange } from '#rest';
import type { ServeDataParts } from '../wire/serve-data.ts';
import type { SignatureCheck, SignedHead } from '../wire/signature.ts';
import type { ExtensionDescription } from './extension-description.ts';
import type { LifeParts } from './extension-life.ts';
import type { TaskRun } from './run-task.ts';

/** A running extension. The gateway reaches the extension's code only through this interface. */
export interface RunningExtension {
  /** Runs the top level of its modules and `start` of `extension.ts`, and describes their exports. Never rejects. */
  load(): Promise<ExtensionDescription>;
  /**
   * Answers a REST request. An extension in this process writes to the exchange's response, and this resolves when
   * the answer is sent or the client has disconnected. Any other extension returns its answer as soon as it has the
   * headers. Rejects with the extension's error.
   */
  answer(exchange: RestExchange): Promise<RemoteAnswer | undefined>;
  /** Takes bodies that route.json does not describe while they arrive. */
  readonly takesStreams?: boolean | undefined;
  /** Runs its steps of plans. Available after `load`. */
  readonly backEnd: ExtensionBackEnd;
  readonly render: RenderComponents;
  /** Runs a job or a subscriber. Resolves when it is done. Rejects with its error. */
  runTask(run: TaskRun): Promise<void>;
  /** Writes its mails. Undefined where it has none, and for an extension elsewhere, which writes them there. */
  readonly compose?: ComposeMail | undefined;
  /** Calls the listener each time the extension answers again after it did not. */
  onRecovered?(listener: () => void): void;
  /** Whether a `context.query` of an extension elsewhere has its signature. */
  checkQuery?(query: SignedHead & { readonly signature: string | undefined }): SignatureCheck;
  /** The current or the last trouble with the database of an extension that has connections of its own. */
  trouble?(): Trouble | undefined;
  /** Runs `stop` of its `extension.ts`. */
  dispose(): Promise<void>;
}

type ExtensionBackEnd =
  /** The resolvers of an extension in this process. The engine calls them directly. */
  | { readonly gives: 'objects'; readonly resolvers: readonly ResolverFile[] }
  /** An extension outside this process executes documents, which the gateway writes. */
  | { readonly gives: 'answers'; readonly ask: AskExtension };

export interface StartParts extends ServeDataParts {
  readonly bundle: Bundle;
  readonly logger: Logger;
  /** What `start` of its `extension.ts` gets. Undefined for a command that only looks: it starts nothing. */
  readonly life?: LifeParts | undefined;
}

/** Starts an extension. Runs none of its code before `load`. */
export type StartExtension = (parts: StartParts) => RunningExtension;
