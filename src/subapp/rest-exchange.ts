import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientInfo } from '../base/client-info.ts';
import type { Context, Session } from '../extension-api.ts';
import type { EndpointManifest } from '../extensions/manifest.ts';

/** A validated REST exchange, handed to the extension that owns the route. */
export interface RestExchange {
  readonly endpoint: EndpointManifest;
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The client's own bytes; undefined when it sent no body. */
  readonly body: Buffer | undefined;
  readonly context: Context;
  readonly session: Session;
  readonly client: ClientInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
