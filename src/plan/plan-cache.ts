import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { CompiledPlans } from './compiled-plans.ts';
import { privatePrefix } from './field-routes.ts';
import { type CoerceVariables, coercionOf, factsOf, type OperationFacts, someKey } from './operation-entry.ts';
import { type OperationPlan, tiers } from './operation-plan.ts';
import { planOperation } from './plan-operation.ts';
import { type PlanParts, Unplannable, Unreachable } from './plan-parts.ts';

/** How an operation is to be run. */
export type FoundPlan =
  | { readonly kind: 'plan'; readonly plan: OperationPlan; readonly variables: Readonly<Record<string, unknown>> }
  /** Nobody can answer it: why, for the client. */
  | { readonly kind: 'refuse'; readonly message: string }
  /** graphql-js interprets it, for a reason in a few words. */
  | { readonly kind: 'interpret'; readonly reason: string };

export interface OperationRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Each variable that decides a `@skip` or `@include` doubles the plans that an operation may have. */
const maxVariants = 16;

/** How many plans an operation can come to have. */
export function mostVariants({ conditions }: OperationFacts): number {
  return Math.min(maxVariants, 2 ** conditions.length);
}

/** From this hit on a plan is worth its own code, which takes about as long to make as some tens of runs save. */
export const defaultCompileAt = 32;

/**
 * A document that nobody keeps, so that nobody would find its plans again. Not only needless: whatever is new in a WeakMap
 * outlives the engine's quick collections, and a client whose texts are all different would fill the memory with garbage.
 */
export interface PassingDocument extends DocumentNode {
  readonly passing: true;
}

/** A plan, or why there is none. */
type Planned = OperationPlan | string | Unreachable;

interface Entry {
  readonly facts: OperationFacts;
  readonly coerce: CoerceVariables;
  /** Why there is no plan, or the plans by what is skipped. */
  readonly variants: Map<string, Planned>;
}

const noVariables: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * Plans each operation once. Plans hang on their documents: whoever forgets a document (the store of documents is bounded)
 * forgets its plans with it.
 */
export class PlanCache {
  readonly #parts: PlanParts;
  readonly #compileAt: number;
  readonly #compiled = new CompiledPlans();
  readonly #entries = new WeakMap<DocumentNode, Map<string, Entry>>();
  readonly #counts = new Map<string, number>();

  constructor(
    parts: Omit<PlanParts, 'facts'>,
    { compileAt = defaultCompileAt }: { readonly compileAt?: number | undefined } = {},
  ) {
    this.#parts = { ...parts, facts: new Map() };
    this.#compileAt = compileAt;
  }

  /** How many plans have been made so far, and how many of them have code of their own. */
  readonly made = { planned: 0, compiled: 0 };

  /** How many operations have been interpreted so far, by reason. */
  get interpreted(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  find({ document, operationName, variables = noVariables }: OperationRequest): FoundPlan {
    const entry = this.#entryOf(document, operationName);
    if (entry === undefined) return this.#interpret('no such operation');
    const coerced = entry.coerce(variables);
    if (coerced === undefined) return this.#interpret('variables that are not valid');
    const plan = this.#planOf(entry, coerced);
    if (typeof plan === 'string') return this.#interpret(plan);
    if (plan instanceof Unreachable) return { kind: 'refuse', message: plan.message };
    if (++plan.hits >= this.#compileAt && plan.tier !== tiers.compiled && !plan.staysInterpreted)
      if (this.#compiled.add(plan)) this.made.compiled++;
    return { kind: 'plan', plan, variables: coerced };
  }

  /**
   * How an operation would be run. Needs no variables but those that decide its `@skip`s and `@include`s; what has a
   * default may be left out, and what is left out otherwise is false.
   */
  explain({ document, operationName, variables = noVariables }: OperationRequest): OperationPlan | string {
    const entry = this.#entryOf(document, operationName);
    if (entry === undefined) return 'no such operation';
    const defaults = (entry.facts.operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.BOOLEAN && defaultValue.value,
    ]);
    const plan = this.#planOf(entry, { ...Object.fromEntries(defaults), ...variables });
    return plan instanceof Unreachable ? plan.message : plan;
  }

  #interpret(reason: string): FoundPlan {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    return { kind: 'interpret', reason };
  }

  #entryOf(document: DocumentNode, operationName: string | undefined): Entry | undefined {
    const known = this.#entries.get(document)?.get(operationName ?? '');
    if (known !== undefined) return known;
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) return undefined;
    const entry: Entry = {
      facts: factsOf(document, operation),
      coerce: coercionOf(this.#parts.schema, operation.variableDefinitions ?? []),
      variants: new Map(),
    };
    if (!isPassing(document)) {
      const entries = this.#entries.get(document) ?? new Map<string, Entry>();
      this.#entries.set(document, entries.set(operationName ?? '', entry));
    }
    // Such a key would set an object's prototype; and names like the gateway's own are refused where they stand.
    if (someKey(document, (key) => key === '__proto__' || key.startsWith(privatePrefix)))
      entry.variants.set('', 'a reserved name');
    return entry;
  }

  #planOf({ facts, variants }: Entry, variables: Readonly<Record<string, unknown>>): Planned {
    const refused = variants.get('');
    if (typeof refused === 'string' || (refused !== undefined && facts.conditions.length === 0)) return refused;
    const variant = facts.conditions.map((name) => String(variables[name])).join(' ');
    const known = variants.get(variant);
    if (known !== undefined) return known;
    if (variants.size >= maxVariants) return 'too many variants';
    const plan = this.#plan(facts, variables);
    if (typeof plan !== 'string' && !(plan instanceof Unreachable)) this.made.planned++;
    variants.set(variant, plan);
    return plan;
  }

  #plan(facts: OperationFacts, variables: Readonly<Record<string, unknown>>): Planned {
    const conditions = Object.fromEntries(facts.conditions.map((name) => [name, variables[name]]));
    try {
      return planOperation(this.#parts, { ...facts, conditions });
    } catch (error) {
      if (error instanceof Unplannable) return error.reason;
      if (error instanceof Unreachable) return error;
      throw error;
    }
  }
}

function isPassing(document: DocumentNode | PassingDocument): document is PassingDocument {
  return 'passing' in document;
}
