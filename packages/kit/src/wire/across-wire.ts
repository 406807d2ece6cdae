import { type DocumentNode, type ExecutionResult, GraphQLError, parse } from 'graphql';
import type { Context } from 'stoa';
import {
  type Answer,
  buildSubschema,
  type ExecutableSubschema,
  type ExtensionDescription,
  type Question,
  type RenderComponents,
  type RestExchange,
  type RunningExtension,
  type StartExtension,
  type StartParts,
  startInProcess,
  toWireError,
} from 'stoa/tooling';
import { fieldAt } from './answer-place.ts';
import { type CheckedFetch, checkedResolvers, runningResolver } from './checked-resolvers.ts';
import { crossJson, type Loss } from './cross-json.ts';
import { type WireFinding, wireFinding } from './wire-findings.ts';

/**
 * Runs extensions in this process as if they ran elsewhere: all that they get and give crosses as JSON, and each
 * fetch has a context of its own. Reports what works in one process only, once for each place and kind. Extensions
 * with a `.meshrc.yaml` run in process as ever.
 */
export function startAcrossWire(report: (finding: WireFinding) => void): StartExtension {
  return (parts) =>
    parts.manifest.mesh === undefined ? new AcrossWire(parts, reportOnce(report)) : startInProcess(parts);
}

function reportOnce(report: (finding: WireFinding) => void): (finding: WireFinding) => void {
  const seen = new Set<string>();
  return (finding) => {
    const key = `${finding.code} ${finding.place}`;
    if (seen.has(key)) return;
    seen.add(key);
    report(finding);
  };
}

class AcrossWire implements RunningExtension {
  readonly #parts: StartParts;
  readonly #inner: RunningExtension;
  readonly #report: (finding: WireFinding) => void;
  readonly #contexts: WireContexts;
  readonly #documents = new Map<string, DocumentNode>();
  #subschema: ExecutableSubschema | undefined;

  constructor(parts: StartParts, report: (finding: WireFinding) => void) {
    this.#parts = parts;
    this.#inner = startInProcess(parts);
    this.#report = report;
    this.#contexts = new WireContexts((...lost) => this.#lost(...lost));
  }

  async load(): Promise<ExtensionDescription> {
    const description = await this.#inner.load();
    const { backEnd } = this.#inner;
    const { manifest, subgraph } = this.#parts;
    if (backEnd.gives === 'objects' && subgraph !== undefined && description.findings.length === 0) {
      const composition = { subgraphs: new Map([[manifest.id, subgraph]]), guards: new Map() };
      const resolvers = backEnd.resolvers.map((file) =>
        checkedResolvers(file, (...lost) => this.#lost('WIRE_PARENT', ...lost)),
      );
      // The gateway finds what is wrong in the description.
      this.#subschema = buildSubschema({ manifest, composition, resolvers }).subschema;
    }
    return description;
  }

  #lost(
    code: Parameters<typeof wireFinding>[1]['code'],
    { field, file }: { readonly field: string; readonly file?: string | undefined },
    losses: readonly Loss[],
  ): void {
    this.#report(wireFinding(this.#parts.manifest, { code, place: field, file, losses }));
  }

  readonly backEnd: RunningExtension['backEnd'] = {
    gives: 'answers',
    ask: (question, context: Context) => this.#ask(question, context),
  };

  async #ask({ text, variables }: Question, given: Context): Promise<Answer> {
    const subschema = this.#subschema;
    if (subschema === undefined) throw new Error(`${this.#parts.manifest.id} has no GraphQL`);
    const document = this.#documents.get(text) ?? parse(text);
    this.#documents.set(text, document);
    const fetch: CheckedFetch = { place: { file: '', field: '' }, comparisons: [] };
    const context = this.#contexts.ofFetch(given);
    const asked = { document, variables: JSON.parse(JSON.stringify(variables)), operationName: undefined, context };
    const result = await runningResolver.run(fetch, () => subschema.execute(asked));
    await Promise.all(fetch.comparisons);
    return this.#answer(result, subschema, document);
  }

  #answer(result: ExecutionResult, { schema }: ExecutableSubschema, document: DocumentNode): Answer {
    const { value, losses } = crossJson(result.data);
    const byField = Map.groupBy(losses, ({ path }) => fieldAt(schema, document, path) ?? '');
    for (const [field, lost] of byField) {
      const inField = lost.map(({ what }) => ({ path: [], what }));
      this.#lost('WIRE_ANSWER', { field }, inField);
    }
    const errors = (result.errors ?? []).map((error) => ({ ...toWireError(causeOf(error)), path: error.path ?? [] }));
    return {
      data: isData(value) ? value : undefined,
      errors: errors.map(({ error, path }) => ({ error, path })),
      failure: errors.find(({ isConnectionFailure }) => isConnectionFailure)?.error,
    };
  }

  answer: RunningExtension['answer'] = (exchange: RestExchange) => {
    const place = { field: `the route ${exchange.endpoint.routeId}` };
    return this.#inner.answer({ ...exchange, context: this.#contexts.ofRoute(exchange.context, place) });
  };

  runTask: RunningExtension['runTask'] = (run) =>
    this.#inner.runTask({ ...run, input: JSON.parse(JSON.stringify(run.input)) });

  render: RenderComponents = (request) => this.#inner.render(JSON.parse(JSON.stringify(request)));

  get compose(): RunningExtension['compose'] {
    return this.#inner.compose;
  }

  dispose = (): Promise<void> => this.#inner.dispose();
}

function isData(value: unknown): value is Record<string, unknown> | null {
  return typeof value === 'object';
}

function causeOf({ originalError, message, extensions }: GraphQLError): unknown {
  return originalError ?? new GraphQLError(message, { extensions });
}

interface CodePlace {
  /** `Type.field`, or a route. */
  readonly field: string;
  readonly file?: string | undefined;
}

type Report = (code: 'WIRE_VARIABLES' | 'WIRE_CONTEXT', place: CodePlace, losses: readonly Loss[]) => void;

/** Contexts as a served extension gets them: one for each fetch, and `context.query` that takes and gives JSON. */
class WireContexts {
  readonly #report: Report;
  /** By the context that all fetches of an operation share in process: who wrote which properties. */
  readonly #written = new WeakMap<Context, Map<PropertyKey, string>>();

  constructor(report: Report) {
    this.#report = report;
  }

  ofFetch(context: Context): Context {
    return this.#wrap(context, () => runningResolver.getStore()?.place ?? { field: 'a resolver' });
  }

  ofRoute(context: Context, place: CodePlace): Context {
    return this.#wrap(context, () => place);
  }

  #wrap(context: Context, placeNow: () => CodePlace): Context {
    const own = new Map<PropertyKey, unknown>();
    const written = this.#written.get(context) ?? new Map<PropertyKey, string>();
    this.#written.set(context, written);
    const query = this.#query(context, placeNow);
    return new Proxy(context, {
      get: (target, name) => {
        if (name === 'query') return query;
        if (own.has(name)) return own.get(name);
        if (Reflect.has(target, name)) return Reflect.get(target, name);
        const by = written.get(name);
        if (by !== undefined) {
          const what = `a property that ${by} has put there`;
          this.#report('WIRE_CONTEXT', placeNow(), [{ path: [String(name)], what }]);
        }
        return undefined;
      },
      has: (target, name) => own.has(name) || Reflect.has(target, name),
      set: (_target, name, value) => {
        own.set(name, value);
        written.set(name, placeNow().field);
        return true;
      },
    });
  }

  #query(context: Context, placeNow: () => CodePlace): Context['query'] {
    return async (document, variables) => {
      const { value, losses } = crossJson(variables);
      if (losses.length > 0) this.#report('WIRE_VARIABLES', placeNow(), losses);
      const given = typeof value === 'object' && value !== null ? { ...value } : undefined;
      return JSON.parse(JSON.stringify(await context.query(document, given)));
    };
  }
}
