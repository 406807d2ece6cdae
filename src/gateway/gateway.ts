import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { createKeptForms, OpenSession } from '#auth';
import type { ExtensionId, Finding, Logger } from '#base';
import type { Config } from '#config';
import type { Edge } from '#edge';
import type { EngineOperation, PlanCache } from '#engine';
import type { Caller, Context, Shop } from '#extension-api';
import type { Texts } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';
import type { FileStore } from '#files';
import type { CallClocks, RequestScope, ScopeParts } from '#http';
import type { AssetHistory, buildPages } from '#pages';
import type { TaskCall } from '#queue';
import type { RouteTable } from '#rest';
import type { Telemetry } from '#telemetry';
import type { LookUps } from './calls/look-ups.ts';
import type { createDocumentTexts } from './graphql/documents/document-texts.ts';
import type { DocumentStore } from './graphql/documents/operation-documents.ts';
import type { PlacedExtension } from './placed-extension.ts';

type BuiltPages = Awaited<ReturnType<typeof buildPages>>;

/**
 * One immutable build of everything in gateway.yaml, and all that a request needs. A reload builds the next gateway.
 */
export interface Gateway {
  /** Counted from 1 in each process. */
  readonly generation: number;
  /** The value of `x-stoa-generation`; undefined without the header. */
  readonly debugHeader: string | undefined;
  readonly config: Config;
  readonly logger: Logger;
  /** Counts requests and calls. It outlives the gateway. */
  readonly telemetry: Telemetry;
  readonly development: boolean;
  readonly manifests: readonly ExtensionManifest[];
  readonly extensions: ReadonlyMap<ExtensionId, PlacedExtension>;
  readonly routes: RouteTable;
  readonly pages: BuiltPages['pages'];
  readonly assets: BuiltPages['assets'];
  /** Assets of other generations and processes; undefined when none are kept. */
  readonly assetHistory?: AssetHistory | undefined;
  readonly findings: readonly Finding[];
  /** The public schema: without `_entities` and `@inaccessible` elements. */
  readonly schema: GraphQLSchema;
  /** Parses and validates each document text once, against the schema and the limits in gateway.yaml. */
  readonly documents: DocumentStore;
  /** Persisted documents that requests may name; undefined without any in gateway.yaml. */
  readonly texts?: Awaited<ReturnType<typeof createDocumentTexts>>;
  /**
   * The sender of a request, by bearer token, else by session cookie. Throws RequestError 401 for an invalid token,
   * and 403 when another site sent the cookie with an unsafe method. The response deletes an invalid cookie.
   */
  authenticate(request: IncomingMessage, response: ServerResponse): Caller | Promise<Caller>;
  readonly clocks: CallClocks;
  /** The first steps of each request: client address, rate limits, CORS, headers. */
  readonly edge: Edge;
  /** The visitor in a request's cookie; null without one. Undefined where there are none. */
  readonly visitorOf?: ScopeParts['visitorOf'];
  /** Guests' forms that wait for a sign-in. Undefined where no page has a form. */
  readonly keptForms?: ReturnType<typeof createKeptForms>;
  /** The `Session` with which a handler signs the shopper in and out. */
  sessionOf(request: IncomingMessage, response: ServerResponse, scope: RequestScope): OpenSession;
  /** The plans of operations, with the number of cache misses; undefined without planned operations. */
  readonly plans?: PlanCache | undefined;
  /** Runs a validated operation. Returns without a promise when no extension is awaited. */
  execute(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
  /** As `execute`, with nullable outputs: an error leaves one null. Pages propagate nulls, for each component alone. */
  executeLenient(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
  /** What extensions may ask for, with internal fields. Undefined where another gateway has them. */
  readonly inner?: Pick<Gateway, 'schema' | 'plans' | 'execute'>;
  /** For another engine that finds objects by their keys; undefined where none may. */
  readonly lookUps?: LookUps | undefined;
  readonly files: FileStore;
  /** The facts about the shop that a request sees, in its default locale. */
  shopOf(scope: Pick<RequestScope, 'settings'>): Shop;
  contextOf(extension: ExtensionId, scope: RequestScope): Context;
  textsOf(extension: ExtensionId): Texts;
  /** Runs a job or a subscriber. The caller holds a lease. Rejects with RequestError 503 when it has not begun. */
  runTask(call: TaskCall): Promise<void>;
  dispose(): Promise<void>;
}

export type Operation = EngineOperation<RequestScope>;

/** One attempt to build a gateway, as in metrics, the console and `stoa rollback --list`. */
export interface Generation {
  readonly number: number;
  /** When it began to serve, or failed, in ISO 8601. */
  readonly at: string;
  /** Why it was built: `start`, the changed file, `SIGHUP`, `rollback to 3`. */
  readonly reason: string;
  /** Hash of gateway.yaml's text; undefined when the file could not be read. */
  readonly configHash: string | undefined;
  readonly ms: number;
  /** A rollback can build a `kept` generation, and a `current` or `draining` one that is on disk. */
  readonly state: 'current' | 'draining' | 'kept' | 'gone' | 'failed';
  /** Errors of a failed generation, else warnings. */
  readonly findings: readonly Finding[];
}
