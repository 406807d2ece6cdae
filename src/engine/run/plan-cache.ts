import { type DocumentNode, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import { compilePlan, forgetCode } from '../compile/compile-plan.ts';
import { privatePrefix } from '../plan/field-routes.ts';
import { type OperationPlan, tiers } from '../plan/operation-plan.ts';
import { planOperation, type WithoutPlan } from '../plan/plan-operation.ts';
import { type PlanParts, Refused } from '../plan/plan-parts.ts';
import {
  type CoerceVariables,
  coercionOf,
  type Dispatches,
  type DispatchVariable,
  dispatchesOf,
  dispatchVariables,
  factsOf,
  findKey,
  type OperationFacts,
} from './operation-entry.ts';

export type FoundPlan =
  | { readonly kind: 'plan'; readonly plan: OperationPlan; readonly variables: Readonly<Record<string, unknown>> }
  /** Nothing of it runs. Message and code are for the client. */
  | { readonly kind: 'refuse'; readonly refused: Refused }
  /** graphql-js answers it without an extension. */
  | { readonly kind: 'without'; readonly reason: WithoutPlan };

export interface OperationRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Limit on the plans of one operation. Each variable of a `@skip`, `@include` or `@dispatch` multiplies them. */
const maxVariants = 16;

export function mostPlansOf(document: DocumentNode, operation: OperationDefinitionNode): number {
  return Math.min(maxVariants, 2 ** factsOf(document, operation).conditions.length);
}

export interface PlanCacheOptions {
  /** Whether frequent plans get generated code; true when left out. Answers are the same. */
  readonly compile?: boolean | undefined;
  /** The run at which a plan gets its code; for tests. */
  readonly compileAt?: number | undefined;
  /** The counts of another cache, which counts the plans of this one too. */
  readonly made?: PlanCounts | undefined;
}

interface PlanCounts {
  planned: number;
  compiled: number;
}

/** Making a plan's code costs about as much as some tens of its runs save. */
export const defaultCompileAt = 32;

/**
 * A document that no cache keeps, so its plans are not cached either. Entries of a WeakMap survive V8's minor
 * garbage collections: a client that sends only new texts would fill the memory.
 */
export interface UncachedDocument extends DocumentNode {
  readonly passing: true;
}

/** A plan, or why there is none. */
export type Planned = OperationPlan | Refused | WithoutPlan;

interface Entry {
  readonly facts: OperationFacts;
  /** Variables that name the extension which a field asks. */
  readonly dispatched: readonly DispatchVariable[];
  readonly coerce: CoerceVariables;
  /** Set when the operation is refused for any variables. */
  readonly refused: Refused | undefined;
  /** Plans by the values of their conditions, and the extensions asked. The plan used last comes last. */
  readonly variants: Map<string, Planned>;
}

const noVariables: Readonly<Record<string, unknown>> = Object.freeze({});

/** Plans each operation once. A WeakMap keeps plans by document: both are freed together. */
export class PlanCache {
  readonly #parts: PlanParts;
  readonly #dispatches: Dispatches;
  /** Counts the plans made so far, and those that got code. */
  readonly made: PlanCounts;
  readonly #compileAt: number;
  readonly #compiled = new CompiledPlans();
  readonly #entries = new WeakMap<DocumentNode, Map<string, Entry>>();

  constructor(
    parts: Omit<PlanParts, 'facts'>,
    { compile = true, compileAt = defaultCompileAt, made = { planned: 0, compiled: 0 } }: PlanCacheOptions = {},
  ) {
    this.#parts = { ...parts, facts: new Map() };
    this.#dispatches = dispatchesOf(parts.composition);
    this.#compileAt = compile ? compileAt : Infinity;
    this.made = made;
  }

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

  /** How an operation would run. Variables matter in `@skip` and `@include` only; a missing one is false. */
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
      dispatched: dispatchVariables(document, this.#dispatches),
      coerce: coercionOf(this.#parts.schema, operation.variableDefinitions ?? []),
      refused: reservedKey(document),
      variants: new Map(),
    };
    if (!('passing' in document)) {
      const entries = this.#entries.get(document) ?? new Map<string, Entry>();
      this.#entries.set(document, entries.set(operationName ?? '', entry));
    }
    return entry;
  }

  #planOf(entry: Entry, variables: Readonly<Record<string, unknown>>): Planned {
    const { facts, dispatched, refused, variants } = entry;
    if (refused !== undefined) return refused;
    const conditions = facts.conditions.map((name) => String(variables[name]));
    const unknown = (name: string) => (variables[name] === undefined ? 'default:' : '');
    const targets = dispatched.map(({ name, targets }) => targets.get(String(variables[name])) ?? unknown(name));
    const variant = [...conditions, ...targets].join(' ');
    const known = variants.get(variant);
    if (known !== undefined && variant === '') return known;
    const plan = known ?? this.#plan(entry, variables);
    if (known !== undefined) variants.delete(variant);
    variants.set(variant, plan);
    // The first one was used least recently.
    for (const oldest of variants.keys()) {
      if (variants.size <= maxVariants) break;
      variants.delete(oldest);
    }
    return plan;
  }

  #plan({ facts, dispatched }: Entry, variables: Readonly<Record<string, unknown>>): Planned {
    const names = [...facts.conditions, ...dispatched.map(({ name }) => name)];
    const conditions = Object.fromEntries(names.map((name) => [name, variables[name]]));
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

/** A client must not replace a key that the gateway fetches, nor read one that it may not see. */
function reservedKey(document: DocumentNode): Refused | undefined {
  const key = findKey(document, (one) => one.startsWith(privatePrefix));
  if (key === undefined) return undefined;
  return new Refused(
    'BAD_USER_INPUT',
    `"${key}" is reserved: names that start with "${privatePrefix}" are the gateway's. Choose another alias.`,
  );
}

/** Limit on the characters of all plans' code. Each takes 5 to 10 bytes of memory (measured). */
const mostCode = 1_000_000;

/** The plans with generated code: those that run most often. Code takes more memory than the rest of a plan. */
export class CompiledPlans {
  readonly #sizes = new Map<OperationPlan, number>();
  readonly #most: number;
  #size = 0;

  constructor(most = mostCode) {
    this.#most = most;
  }

  /** Whether the plan got code. Code that is forbidden, or longer than half the limit, sets `staysInterpreted`. */
  add(plan: OperationPlan): boolean {
    const size = compilePlan(plan, this.#most / 2);
    if (size === undefined) {
      plan.staysInterpreted = true;
      return false;
    }
    while (this.#size + size > this.#most) this.#forgetOne();
    this.#sizes.set(plan, size);
    this.#size += size;
    return true;
  }

  /** Takes the code of the plan that ran least. Old runs count less. */
  #forgetOne(): void {
    let least: OperationPlan | undefined;
    for (const plan of this.#sizes.keys()) {
      plan.hits >>= 1;
      if (least === undefined || plan.hits < least.hits) least = plan;
    }
    if (least === undefined) return;
    this.#size -= this.#sizes.get(least) ?? 0;
    this.#sizes.delete(least);
    forgetCode(least);
  }
}
