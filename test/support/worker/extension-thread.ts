/** The thread of one extension: does what the gateway asks for, and knows nothing of the gateway but messages. */
import type { ReadableStream } from 'node:stream/web';
import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { type ExecutionResult, GraphQLError, GraphQLScalarType, parse, Source } from 'graphql';
import { type Logger, StartupError } from '#base';
import { type BundleModule, importBundle } from '#bundle';
import { buildSubschema, type ExecutableSubschema, type ResolverFile } from '#engine';
import type { ExtensionManifest } from '#extensions';
import { componentId, loadRenderer, type RenderComponents } from '#pages';
import { type CallHead, describeModule, fromPlainError, notLoaded, toPlainError } from '#placement';
import { buildSubapp, buildUrlBuilder } from '#rest';
import { type Call, type Envelope, type FromThread, type ThreadStart, type ToThread, write } from './messages.ts';
import { type AskGateway, ThreadContext } from './thread-context.ts';
import { createRest, type RestCall } from './thread-rest.ts';

const start = workerData as ThreadStart;
const port = parentPort;
if (port === null) throw new Error('extension-thread.ts runs in a thread');
const extension = start.bundle.extension;
const url = buildUrlBuilder(start.addresses);
const contexts = new Map<number, ThreadContext>();
const asked = new Map<number, PromiseWithResolvers<{ value: unknown; beside: unknown }>>();
let count = 0;

const send = (message: FromThread, beside?: unknown, transfer: Transferable[] = []): void =>
  port.postMessage({ json: write(message), beside }, transfer);

const logger = loggerWith({});
const manifest = manifestOf(start);
let module: BundleModule = { handlers: {}, resolvers: [], pages: [] };
let rest: ((call: RestCall) => ReturnType<ReturnType<typeof createRest>>) | undefined;
let render: RenderComponents | undefined;
let subschema: ExecutableSubschema | undefined;

port.on('message', (envelope: Envelope) => {
  const message = JSON.parse(envelope.json) as ToThread;
  switch (message.kind) {
    case 'call':
      void run(message.id, message.call, envelope.beside);
      return;
    case 'cancel':
      contexts.get(message.id)?.cancel(fromPlainError(message.reason));
      return;
    case 'reply':
      asked.get(message.id)?.resolve({ value: message.value, beside: envelope.beside });
      asked.delete(message.id);
      return;
    case 'refusal':
      asked.get(message.id)?.reject(Object.assign(fromPlainError(message.error), envelope.beside));
      asked.delete(message.id);
  }
});

async function run(id: number, call: Call, beside: unknown): Promise<void> {
  try {
    switch (call.do) {
      case 'load':
        send({ kind: 'done', id, value: await load() });
        return;
      case 'ask':
        send({ kind: 'done', id, value: await execute(contextOf(id, call.head), call.question) });
        return;
      case 'answer': {
        const endpoint = manifest.endpoints.find(({ routeId }) => routeId === call.head.routeId);
        if (endpoint === undefined) throw new Error(`there is no endpoint ${call.head.routeId}`);
        rest ??= createRest(buildSubapp({ manifest, handlers: module.handlers, logger }));
        const body = beside as Uint8Array | undefined;
        const context = contextOf(id, call.head);
        const answer = await rest({ endpoint, head: call.head, body, context, ask: askFor(id) });
        send({ kind: 'done', id, value: answer.head }, answer.body, [answer.body as ReadableStream & Transferable]);
        return;
      }
      case 'render': {
        if (render === undefined) throw new Error('there are no pages');
        const results = await render(call.request);
        const value = results.map((one) => (one.kind === 'failed' ? { ...one, error: toPlainError(one.error) } : one));
        send({ kind: 'done', id, value });
      }
    }
  } catch (error) {
    send({ kind: 'failed', id, error: toPlainError(error) });
  }
}

async function load() {
  try {
    module = await importBundle(start.bundle);
  } catch (error) {
    if (error instanceof StartupError) return notLoaded(error.findings);
    throw error;
  }
  const modules = new Map(module.pages.map((page) => [page.file, page.module as Record<string, never>]));
  render = await loadRenderer(
    new Map(
      manifest.pages.map((page) => {
        const exported = modules.get(page.file);
        return [
          componentId(page),
          { component: exported?.default as never, isIsland: exported?.hydrate !== undefined },
        ];
      }),
    ),
  );
  try {
    // Before the first request, which has little time.
    if (start.subgraph !== undefined) subschema = buildOwn();
  } catch (error) {
    // The gateway finds the same in the description.
    if (!(error instanceof StartupError)) throw error;
  }
  return describeModule(module);
}

async function execute(
  context: ThreadContext,
  { text, variables }: { text: string; variables: Readonly<Record<string, unknown>> },
) {
  subschema ??= buildOwn();
  const request = { document: parse(text), variables, operationName: undefined, context };
  const { data, errors = [] }: ExecutionResult = await subschema.execute(request);
  return { data, errors: errors.map((error) => ({ error: toPlainError(causeOf(error)), path: error.path ?? [] })) };
}

function causeOf({ originalError, message, extensions }: GraphQLError): unknown {
  return originalError ?? new GraphQLError(message, { extensions });
}

function buildOwn(): ExecutableSubschema {
  const { subgraph } = start;
  if (subgraph === undefined) throw new Error(`${extension} has no GraphQL`);
  const { text, types, ownedEntities } = subgraph;
  const own = { document: parse(text), types: new Set(types), ownedEntities };
  const composition = { subgraphs: new Map([[extension, own]]), guards: new Map() };
  const built = buildSubschema({ manifest, composition, resolvers: module.resolvers.map(withTimeout) });
  if (built.subschema === undefined) throw new StartupError(built.findings);
  return built.subschema;
}

/** The same resolvers, each given up when the extension's time is over. */
function withTimeout({ file, value }: ResolverFile): ResolverFile {
  const types = Object.entries(value as Record<string, unknown>).map(([type, entry]) => [
    type,
    entry instanceof GraphQLScalarType ? entry : mapMembers(entry as Record<string, unknown>),
  ]);
  return { file, value: Object.fromEntries(types) };
}

function mapMembers(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      if (typeof member === 'function') return [name, limited(member)];
      const batch = Object(member).batch as unknown;
      return [name, typeof batch === 'function' ? { batch: limited(batch) } : member];
    }),
  );
}

function limited(resolver: object) {
  return (...args: readonly unknown[]): unknown => {
    const outcome: unknown = Reflect.apply(resolver as () => unknown, undefined, args);
    const context = args.find((one) => one instanceof ThreadContext);
    return outcome instanceof Promise && context !== undefined ? context.within(outcome) : outcome;
  };
}

function contextOf(id: number, head: CallHead): ThreadContext {
  const context = new ThreadContext(head, askFor(id), { extension, timeoutMs: start.timeoutMs, url });
  contexts.set(id, context);
  return context;
}

function askFor(call: number): AskGateway {
  return (request, beside) => {
    const id = count++;
    const answer = Promise.withResolvers<{ value: unknown; beside: unknown }>();
    asked.set(id, answer);
    send({ kind: 'request', id, call, request }, beside);
    return answer.promise;
  };
}

function loggerWith(own: Readonly<Record<string, unknown>>): Logger {
  const log =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      send({ kind: 'log', level, event, fields: { ...own, ...fields } });
  const child = (fields: Readonly<Record<string, unknown>>) => loggerWith({ ...own, ...fields });
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error'), child };
}

function manifestOf({ folder, endpoints, pages, resolverFiles, sdl }: ThreadStart): ExtensionManifest {
  return {
    id: extension,
    ...{ folder, endpoints, pages, resolverFiles },
    sdl: sdl.map(({ file, text }) => ({ file, document: parse(new Source(text, file)) })),
    version: undefined,
    declaredAt: { file: folder },
    migrations: [],
    seeds: [],
    assets: [],
  };
}
