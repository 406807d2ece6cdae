import type { Bundle } from '../../../src/bundle/files/bundle.ts';
import type { Question } from '../../../src/engine/run/document-back-end.ts';
import type { EndpointManifest, PageComponentFile } from '../../../src/extensions/manifest.ts';
import type { RenderRequest } from '../../../src/pages/components/render-component.ts';
import type { CallHead, ExchangeHead } from '../../../src/placement/call-head.ts';
import type { HostRequest } from '../../../src/placement/host.ts';
import type { PlainError } from '../../../src/placement/plain-error.ts';
import type { Addresses } from '../../../src/rest/url-builder.ts';

/** What a thread is started with. */
export interface ThreadStart {
  readonly bundle: Bundle;
  readonly folder: string;
  readonly endpoints: readonly EndpointManifest[];
  readonly pages: readonly PageComponentFile[];
  readonly resolverFiles: readonly string[];
  readonly sdl: readonly { readonly file: string; readonly text: string }[];
  readonly subgraph:
    | { readonly text: string; readonly types: readonly string[]; readonly ownedEntities: readonly string[] }
    | undefined;
  readonly timeoutMs: number;
  readonly addresses: Addresses;
}

/** What the gateway asks of an extension. */
export type Call =
  | { readonly do: 'load' }
  | { readonly do: 'answer'; readonly head: ExchangeHead }
  | { readonly do: 'ask'; readonly head: CallHead; readonly question: Question }
  | { readonly do: 'render'; readonly request: RenderRequest };

/** What the extension asks of the gateway; its database besides, which a process of its own would reach by itself. */
export type ThreadRequest = HostRequest | DatabaseRequest;

export type DatabaseRequest =
  | { readonly ask: 'sql'; readonly text: string; readonly transaction: number | undefined }
  | { readonly ask: 'begin'; readonly transaction: number }
  | { readonly ask: 'end'; readonly transaction: number; readonly isCommit: boolean }
  /** Its statements for this call are no longer needed. */
  | { readonly ask: 'giveUp' };

/** Each is sent as JSON, with bytes, streams and rows beside it. */
export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly call: Call }
  | { readonly kind: 'cancel'; readonly id: number; readonly reason: PlainError }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: PlainError };

export type FromThread =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: PlainError }
  | { readonly kind: 'request'; readonly id: number; readonly call: number; readonly request: ThreadRequest }
  | {
      readonly kind: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** What crosses: text, and what JSON cannot hold. */
export interface Envelope {
  readonly json: string;
  /** A body's bytes or stream; the values or rows of a statement. */
  readonly beside?: unknown;
}

export function write(message: ToThread | FromThread): string {
  return JSON.stringify(message, (_name, value: unknown) =>
    value instanceof Error ? { message: value.message, stack: value.stack } : value,
  );
}
