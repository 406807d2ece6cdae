import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ClientInfo } from '../../base/client-info.ts';
import type { Context, Session } from '../../extension-api.ts';
import type { EndpointManifest } from '../../extensions/manifest.ts';

/** A validated REST exchange for the extension that owns the route. */
export interface RestExchange {
  readonly endpoint: EndpointManifest;
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The original bytes of the client; undefined when it sent no body. */
  readonly body: Buffer | undefined;
  readonly context: Context;
  readonly session: Session;
  readonly client: ClientInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type RestAnswer = typeof sent | RemoteAnswer;

/** The answer is on the exchange's response already. */
export const sent = { kind: 'sent' } as const;

export interface RemoteAnswer {
  readonly kind: 'answer';
  readonly head: {
    readonly status: number;
    readonly statusText?: string | undefined;
    /** Names and values in turn. */
    readonly headers: readonly string[];
  };
  /** A Buffer when it is there whole, else a stream. A client that leaves destroys the stream. */
  readonly body: Buffer | Readable;
}
