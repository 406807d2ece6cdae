import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { CompiledPlans } from '../compile/compiled-plans.ts';
import { privatePrefix } from '../plan/field-routes.ts';
import { type CoerceVariables, coercionOf, factsOf, findKey, type OperationFacts } from '../plan/operation-entry.ts';
import { type OperationPlan, tiers } from '../plan/operation-plan.ts';
import { planOperation, type WithoutPlan } from '../plan/plan-operation.ts';
import { type PlanParts, Refused } from '../plan/plan-parts.ts';

/** How an operation is to be run. */
export type FoundPlan =
  | { readonly kind: 'plan'; readonly plan: OperationPlan; readonly variables: Readonly<Record<string, unknown>> }
  /** Nothing of it runs; message and code are for the client. */
  | { readonly kind: 'refuse'; readonly refused: Refused }
  /** graphql-js answers it by itself: no extension is needed for that. */
  | { readonly kind: 'without'; readonly reason: WithoutPlan };

export interface OperationRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Each variable that decides a `@skip` or `@include` doubles the plans of an operation. So many are kept at a time. */
const maxVariants = 16;

/** How many plans an operation can come to keep. */
export function mostVariants({ conditions }: OperationFacts): number {
  return Math.min(maxVariants, 2 ** conditions.length);
}

export interface PlanCacheOptions {
  /** Whether plans that are in use get inner loops as code of their own, which they do when this is left out. Answers are the same. */
  readonly compile?: boolean | undefined;
  /** The hit at which a plan gets its code; for tests. */
  readonly compileAt?: number | undefined;
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
export type Planned = OperationPlan | Refused | WithoutPlan;

interface Entry {
  readonly facts: OperationFacts;
  readonly coerce: CoerceVariables;
  /** Refused whatever its variables are. */
  readonly refused: Refused | undefined;
  /** The plans by what is skipped; the one that was used last is the last one. */
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

  constructor(
    parts: Omit<PlanParts, 'facts'>,
    { compile = true, compileAt = defaultCompileAt }: PlanCacheOptions = {},
  ) {
    this.#parts = { ...parts, facts: new Map() };
    this.#compileAt = compile ? compileAt : Infinity;
  }

  /** How many plans have been made so far, and how many of them have code of their own. */
  readonly made = { planned: 0, compiled: 0 };

  find({ document, operationName, variables = noVariables }: OperationRequest): FoundPlan {
    const entry = this.#entryOf(document, operationName);
    if (entry === undefined) return { kind: 'without', reason: 'no such operation' };
    const coerced = entry.coerce(variables);
    if (coerced === undefined) return { kind: 'without', reason: 'variables that are not valid' };
    const plan = this.#planOf(entry, coerced);
    if (typeof plan === 'string') return { kind: 'without', reason: plan };
    if (plan instanceof Refused) return { kind: 'refuse', refused: plan };
    if (++plan.hits >= this.#compileAt && plan.tier !== tiers.compiled && !plan.staysInterpreted)
      if (this.#compiled.add(plan)) this.made.compiled++;
    return { kind: 'plan', plan, variables: coerced };
  }

  /**
   * How an operation would be run. Needs no variables but those that decide its `@skip`s and `@include`s; what has a
   * default may be left out, and what is left out otherwise is false.
   */
  explain({ document, operationName, variables = noVariables }: OperationRequest): Planned {
    const entry = this.#entryOf(document, operationName);
    if (entry === undefined) return 'no such operation';
    const defaults = (entry.facts.operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.BOOLEAN && defaultValue.value,
    ]);
    return this.#planOf(entry, { ...Object.fromEntries(defaults), ...variables });
  }

  #entryOf(document: DocumentNode, operationName: string | undefined): Entry | undefined {
    const known = this.#entries.get(document)?.get(operationName ?? '');
    if (known !== undefined) return known;
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) return undefined;
    const entry: Entry = {
      facts: factsOf(document, operation),
      coerce: coercionOf(this.#parts.schema, operation.variableDefinitions ?? []),
      refused: reservedKey(document),
      variants: new Map(),
    };
    if (!isPassing(document)) {
      const entries = this.#entries.get(document) ?? new Map<string, Entry>();
      this.#entries.set(document, entries.set(operationName ?? '', entry));
    }
    return entry;
  }

  #planOf({ facts, refused, variants }: Entry, variables: Readonly<Record<string, unknown>>): Planned {
    if (refused !== undefined) return refused;
    const variant = facts.conditions.map((name) => String(variables[name])).join(' ');
    const known = variants.get(variant);
    if (known !== undefined && facts.conditions.length === 0) return known;
    const plan = known ?? this.#plan(facts, variables);
    if (known !== undefined) variants.delete(variant);
    variants.set(variant, plan);
    // The first one was used least recently.
    for (const oldest of variants.keys()) {
      if (variants.size <= maxVariants) break;
      variants.delete(oldest);
    }
    return plan;
  }

  #plan(facts: OperationFacts, variables: Readonly<Record<string, unknown>>): Planned {
    const conditions = Object.fromEntries(facts.conditions.map((name) => [name, variables[name]]));
    try {
      const plan = planOperation(this.#parts, { ...facts, conditions });
      if (typeof plan !== 'string') this.made.planned++;
      return plan;
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  }
}

/** A client must neither stand in for a key that the gateway fetches nor read one that it may not see. */
function reservedKey(document: DocumentNode): Refused | undefined {
  const key = findKey(document, (one) => one.startsWith(privatePrefix));
  if (key === undefined) return undefined;
  return new Refused(
    'BAD_USER_INPUT',
    `"${key}" is reserved: names that start with "${privatePrefix}" are the gateway's. Choose another alias.`,
  );
}

function isPassing(document: DocumentNode | PassingDocument): document is PassingDocument {
  return 'passing' in document;
}
