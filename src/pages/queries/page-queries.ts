import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type ValueNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type {
  ComponentData,
  ContextValues,
  IsShown,
  ItemPlacement,
  PageComponent,
  PageOperation,
  PageOutcome,
  PreparedPageOperation,
} from '../components/page-component.ts';
import { coerceText } from './coerce-text.ts';
import type { ComponentQuery } from './component-query.ts';
import type { ContextVariable } from './context-variables.ts';
import { mergeQueries } from './merge-queries.ts';
import { type FieldProjection, ProjectionCompiler } from './projection.ts';
import { ResponseKeys } from './response-keys.ts';
import { answerOf, componentData, hasFailed, isOutage, isRootLost } from './split-result.ts';

/** The most documents that are kept for requests that omit components. A page has few such cases. */
const variantLimit = 32;

interface CompiledComponent {
  readonly fields: readonly FieldProjection[];
  /** The component's query is omitted while one of these is null. */
  readonly required: readonly ContextVariable[];
  /** Keys of the root fields that extensions resolve. */
  readonly dataKeys: readonly string[];
}

export interface PageQueriesOptions {
  readonly group: string;
  readonly schema: GraphQLSchema;
  readonly components: readonly PageComponent[];
  readonly queries: readonly ComponentQuery[];
  readonly variables: readonly ContextVariable[];
  /** Components in items of lists: `components` and `queries` have them, too. */
  readonly items?: readonly ItemPlacement[];
  /** Root fields of the gateway itself, which no outage takes away. */
  readonly ownFields?: ReadonlySet<string> | undefined;
  /** The extension that has a root field. Left out where only the findings matter. */
  readonly ownerOf?: ((rootField: string) => string | undefined) | undefined;
}

/** The checked queries of one page's components, as one operation. */
export class PageQueries implements PageOperation {
  readonly document: DocumentNode | undefined;
  readonly items: readonly ItemPlacement[];
  readonly #options: PageQueriesOptions;
  readonly #keys = new ResponseKeys();
  readonly #compiled: ReadonlyMap<PageComponent, CompiledComponent>;
  /** Response keys by the name of the root field. */
  readonly #keysOfRoot = new Map<string, readonly string[]>();
  readonly #variants = new LRUCache<string, { readonly document: DocumentNode | undefined }>({ max: variantLimit });

  constructor(options: PageQueriesOptions) {
    this.#options = options;
    this.items = options.items ?? [];
    const { schema, queries } = options;
    this.document = this.#merge(queries);
    const { ownFields } = options;
    const constant = keysOf(
      rootFieldsOf(this.document).filter(
        ({ name }) => name.value === '__typename' || ownFields?.has(name.value) === true,
      ),
    );
    this.#compiled = new Map(
      queries.map((query) => {
        const fields = new ProjectionCompiler(schema, query).root(this.#keys);
        const required = query.variables.filter(({ type }) => isNonNullType(type));
        const dataKeys = fields.map(({ from }) => from).filter((key) => !constant.includes(key));
        return [query.component, { fields, required, dataKeys }];
      }),
    );
  }

  prepare(values: ContextValues, isShown: IsShown = all): PreparedPageOperation | undefined {
    const variables = this.#read(values);
    const document = this.#documentFor(variables, isShown);
    return document === undefined ? undefined : { document, variables };
  }

  split(
    values: ContextValues,
    result: ExecutionResult,
    isShown: IsShown = all,
  ): ReadonlyMap<PageComponent, ComponentData> {
    const variables = this.#read(values);
    const answer = answerOf(result);
    const split = new Map<PageComponent, ComponentData>();
    for (const component of this.#options.components) {
      if (!isShown(component)) continue;
      const compiled = this.#compiled.get(component);
      const missing = compiled?.required.find(({ name }) => !(name in variables));
      if (compiled === undefined) split.set(component, { kind: 'props', props: {} });
      else if (missing === undefined) split.set(component, componentData(compiled.fields, answer, variables));
      else split.set(component, { kind: 'left-out', reason: missingReason(missing) });
    }
    return split;
  }

  asksFor(rootField: string): boolean {
    return this.#rootKeys(rootField).length > 0;
  }

  isNull(rootField: string, { data, errors = [] }: ExecutionResult): boolean {
    if (data === null || data === undefined) return false;
    return this.#rootKeys(rootField).some((key) => data[key] === null && !errors.some(({ path }) => path?.[0] === key));
  }

  isLost(outcome: PageOutcome): boolean {
    const { subject, result, data } = outcome;
    const isWhole = data.values().every(({ kind }) => kind === 'props');
    if (isWhole && (result.errors === undefined || result.errors.length === 0)) return false;
    const keys = subject === undefined ? [] : this.#rootKeys(subject);
    if (keys.length > 0 && keys.every((key) => isRootLost(key, result))) return true;
    // In an outage, what others have of the subject is no page of it. A mistake in its data leaves its component out.
    const isAway = subject !== undefined && hasFailed(keys, result, isOutage);
    const owner = isAway ? this.#options.ownerOf?.(subject) : undefined;
    const shows = ({ dataKeys }: CompiledComponent) => dataKeys.some((key) => keys.includes(key));
    const isOwners = (compiled: CompiledComponent, { extension }: PageComponent) =>
      extension === owner && shows(compiled);
    const isOwn = ({ dataKeys }: CompiledComponent, { group }: PageComponent) =>
      dataKeys.length > 0 && group === this.#options.group;
    return [isOwners, shows, isOwn].some((belongs) => this.#hasLostAll(belongs, outcome));
  }

  /** Whether there are such components in this request, all without data. Those in items need their list. */
  #hasLostAll(
    belongs: (compiled: CompiledComponent, component: PageComponent) => boolean,
    { values, result, data }: PageOutcome,
  ): boolean {
    const variables = this.#read(values);
    let count = 0;
    for (const [component, own] of data) {
      const compiled = this.#compiled.get(component);
      if (compiled === undefined || !belongs(compiled, component) || this.#isInItem(component)) continue;
      const isAsked = compiled.required.every(({ name }) => name in variables);
      if (!isAsked) continue;
      const { dataKeys } = compiled;
      if (own.kind === 'props' && !dataKeys.every((key) => isRootLost(key, result))) return false;
      if (own.kind !== 'props' && !hasFailed(dataKeys, result)) return false;
      count++;
    }
    return count > 0;
  }

  #isInItem(component: PageComponent): boolean {
    return this.items.some(({ component: placed }) => placed === component);
  }

  #rootKeys(rootField: string): readonly string[] {
    const known = this.#keysOfRoot.get(rootField);
    if (known !== undefined) return known;
    const selected = rootFieldsOf(this.document).filter(({ name }) => name.value === rootField);
    // The page's subject is the field whose arguments use a context value.
    const byValue = selected.filter(({ arguments: given = [] }) => given.some(({ value }) => usesVariable(value)));
    const chosen = byValue.length > 0 ? byValue : selected;
    const keys = keysOf(chosen);
    this.#keysOfRoot.set(rootField, keys);
    return keys;
  }

  /** The request's values as variables. Null values are absent, so that defaults apply. */
  #read(values: ContextValues): Readonly<Record<string, unknown>> {
    const variables: Record<string, unknown> = {};
    for (const { name, value, type } of this.#options.variables) {
      const text = Object.hasOwn(values, value) ? (values[value] ?? null) : null;
      const coerced = text === null ? null : coerceText(text, type);
      if (coerced !== null) variables[name] = coerced;
    }
    return variables;
  }

  #documentFor(variables: Readonly<Record<string, unknown>>, isShown: IsShown): DocumentNode | undefined {
    const { queries } = this.#options;
    const asked = queries.filter((query) => {
      const required = this.#compiled.get(query.component)?.required ?? [];
      return required.every(({ name }) => name in variables) && isShown(query.component);
    });
    if (asked.length === queries.length) return this.document;
    const key = asked.map((query) => queries.indexOf(query)).join(' ');
    const known = this.#variants.get(key);
    if (known !== undefined) return known.document;
    const document = this.#merge(asked);
    this.#variants.set(key, { document });
    return document;
  }

  #merge(queries: readonly ComponentQuery[]): DocumentNode | undefined {
    const { schema, variables } = this.#options;
    return mergeQueries(queries, { schema, variables, keys: this.#keys });
  }
}

const all: IsShown = () => true;

function keysOf(fields: readonly FieldNode[]): readonly string[] {
  return [...new Set(fields.map(({ alias, name }) => alias?.value ?? name.value))];
}

function missingReason({ value, type }: ContextVariable): string {
  return `it needs getContextValue("${value}") as ${type}, which this request does not have`;
}

/** The root fields of the operation, also inside inline fragments. */
function rootFieldsOf(document: DocumentNode | undefined): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  if (document === undefined) return fields;
  visit(document, {
    [Kind.FIELD]: (node) => {
      fields.push(node);
      return false;
    },
  });
  return fields;
}

function usesVariable(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    [Kind.VARIABLE]: () => {
      found = true;
    },
  });
  return found;
}
