import type { Context } from 'stoa';
import { runningResolver } from './checked-resolvers.ts';
import { crossJson, type Loss } from './cross-json.ts';

interface CodePlace {
  /** `Type.field`, or a route. */
  readonly field: string;
  readonly file?: string | undefined;
}

type Report = (code: 'WIRE_VARIABLES' | 'WIRE_CONTEXT', place: CodePlace, losses: readonly Loss[]) => void;

/** Contexts as a served extension gets them: one for each fetch, and `context.query` that takes and gives JSON. */
export class WireContexts {
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
