import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Finding } from '../base/findings/startup-error.ts';
import type { ExtensionId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { Edge } from '../edge/edge.ts';
import type { EngineOperation } from '../engine/run/engine-operation.ts';
import type { PlanCache } from '../engine/run/plan-cache.ts';
import type { Caller, Context, Session } from '../extension-api.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { DocumentTexts } from '../graphql/documents/document-texts.ts';
import type { DocumentStore } from '../graphql/documents/operation-documents.ts';
import type { CallClocks } from '../http/call-clock.ts';
import type { RequestScope } from '../http/request-scope.ts';
import type { AssetTable } from '../pages/asset-table.ts';
import type { PageTable } from '../pages/page-table.ts';
import type { RouteTable } from '../rest/route-table.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { PlacedExtension } from './placed-extension.ts';

/**
 * One immutable build of everything that gateway.yaml names. A request needs nothing else; reload builds the next one
 * beside it.
 */
export interface Gateway {
  /** Counted from 1 in each process. */
  readonly generation: number;
  /** What `x-stoa-generation` says; undefined where answers do not have it. */
  readonly debugHeader: string | undefined;
  readonly config: Config;
  readonly logger: Logger;
  /** Where requests and calls are counted; it outlives the gateway. */
  readonly telemetry: Telemetry;
  readonly development: boolean;
  readonly manifests: readonly ExtensionManifest[];
  readonly extensions: ReadonlyMap<ExtensionId, PlacedExtension>;
  readonly routes: RouteTable;
  readonly pages: PageTable;
  readonly assets: AssetTable;
  /** Warnings that came up while it was built. */
  readonly findings: readonly Finding[];
  /** The public, stitched schema: without `_entities` and without anything `@inaccessible`. */
  readonly schema: GraphQLSchema;
  /** Parses and validates a document text against the schema and gateway.yaml's limits, once for each text. */
  readonly documents: DocumentStore;
  /** What requests may name instead of sending a text; undefined when gateway.yaml has nothing of the kind. */
  readonly texts?: DocumentTexts | undefined;
  /**
   * Who sent this request? By bearer token, else by session cookie. Throws RequestError: 401 for a token that is there but not
   * valid, 403 for an unsafe method that another site sent with the cookie. A cookie that is not valid is taken away with
   * the response.
   */
  authenticate(request: IncomingMessage, response: ServerResponse): Caller | Promise<Caller>;
  /** Tell requests when their time is over. */
  readonly clocks: CallClocks;
  /** What every request meets first: where it comes from, rate limits, CORS, header fields. */
  readonly edge: Edge;
  /** What a handler signs the shopper of this request in and out with. */
  sessionOf(request: IncomingMessage, response: ServerResponse): Session;
  /** How operations are fetched, and how many had no plan; undefined when none is planned. */
  readonly plans?: PlanCache | undefined;
  /** Runs one validated operation on the stitched schema. The result is there at once where no extension is waited for. */
  execute(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
  /**
   * The same with nullable outputs only: an error leaves a null at its own place and takes nothing along. For pages,
   * where each component's part is propagated by itself.
   */
  executeLenient(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
  /** The context of one extension within one request. */
  contextOf(extension: ExtensionId, scope: RequestScope): Context;
  dispose(): Promise<void>;
}

export type Operation = EngineOperation<RequestScope>;
