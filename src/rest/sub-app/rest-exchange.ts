import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { OpenSession } from '#auth';
import type { ClientInfo } from '#base';
import type { Context, Upload } from '#extension-api';
import type { EndpointManifest } from '#extensions';
import type { UploadFacts } from '#files';
import type { AcceptedEncoding } from '#http';

/** A validated REST exchange for the extension that owns the route. */
export interface RestExchange {
  readonly endpoint: EndpointManifest;
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The original bytes of the client; undefined when it sent no body. */
  readonly body: Buffer | undefined;
  /** `body` as the gateway has checked it. Undefined outside the gateway's process, which parses it again. */
  readonly parsed?: unknown;
  /** The files of a multipart body, by field. `body` is then undefined, and `parsed` has the fields. */
  readonly files?: Readonly<Record<string, readonly (Upload & UploadFacts)[]>> | undefined;
  /** The body while it arrives, where route.json does not describe it. `body` is then undefined. */
  readonly arriving?: Readable | undefined;
  /** The bearer token, where gateway.yaml lets the extension have it. */
  readonly authorization?: string | undefined;
  readonly context: Context;
  readonly session: OpenSession;
  readonly client: ClientInfo;
  /** The encoding for a whole answer; undefined: it is sent as it is. */
  readonly encoding?: AcceptedEncoding | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The answer of an extension outside this process. */
export interface RemoteAnswer {
  readonly head: {
    readonly status: number;
    readonly statusText?: string | undefined;
    /** Alternating names and values. */
    readonly headers: readonly string[];
  };
  /** A Buffer when it is complete, else a stream. A disconnect of the client destroys the stream. */
  readonly body: Buffer | Readable;
}
