import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExtensionId } from '../base/ids.ts';
import type { Context } from '../extension-api.ts';
import type { EndpointManifest } from '../extensions/manifest.ts';
import type { Subschema } from '../subschema/subschema.ts';

/** A validated REST exchange, handed to the extension that owns the route. */
export interface RestExchange {
  readonly endpoint: EndpointManifest;
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The client's own bytes; undefined when it sent no body. */
  readonly body: Buffer | undefined;
  readonly context: Context;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An extension wherever it is placed. The gateway knows no more of it than this. */
export interface RunningExtension {
  readonly id: ExtensionId;
  /** Undefined when the extension has no GraphQL. */
  readonly subschema: Subschema | undefined;
  /** Resolves when the extension's answer is on its way out; rejects with what it threw. */
  handleRest(exchange: RestExchange): Promise<void>;
  dispose(): Promise<void>;
}
