import type { FieldPlan, LevelPlan, NeedPlan, OperationPlan, StepPlan } from './plan/operation-plan.ts';
import type { WithoutPlan } from './plan/plan-operation.ts';
import { Refused } from './plan/plan-parts.ts';
import { printStep } from './run/step-document.ts';

/** How an operation would run, or why it would not. */
export type Explanation =
  /** The document has no such operation. */
  | { readonly kind: 'unknown' }
  /** graphql-js answers it from the schema. */
  | { readonly kind: 'introspection' }
  /** Nothing of it runs. The message is for the client. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | ({ readonly kind: 'planned'; readonly tier: string } & PlanDescription);

export interface PlanDescription {
  readonly operation: string;
  readonly steps: readonly StepDescription[];
}

export interface StepDescription {
  readonly number: number;
  /** Undefined for the gateway itself. */
  readonly extension: string | undefined;
  readonly kind: 'root' | 'entities';
  /** The path of its objects in the answer; empty for the root. */
  readonly at: string;
  readonly type: string;
  /** The key fields of its representations. */
  readonly keys: readonly string[];
  readonly requires: readonly string[];
  /** The steps that it waits for. Steps that wait for the same ones run at the same time. */
  readonly after: readonly number[];
  readonly fields: readonly string[];
  /** Fields, and `__resolveReference`, that are called once for all objects. */
  readonly batched: readonly string[];
  /** Fields that are called for each object. */
  readonly called: readonly string[];
  /** What is sent to an extension that is not in this process. */
  readonly wire?: WireDescription | undefined;
}

/** One fetch, as a caller sends it who may have all fields. */
export interface WireDescription {
  readonly document: string;
  /** The client's variables in the document. */
  readonly variables: readonly string[];
  /** The variable with the representations, each of which is sent once. Undefined for root fields. */
  readonly keysVariable: string | undefined;
  /** Fetches that begin in the same moment, and go to the same extension with one request. */
  readonly sharedWith: readonly number[];
}

interface Draft extends StepDescription {
  wire?: WireDescription;
  readonly after: number[];
  readonly fields: string[];
  readonly batched: string[];
  readonly called: string[];
}

export function explainPlan(planned: OperationPlan | Refused | WithoutPlan): Explanation {
  if (planned === 'introspection') return { kind: planned };
  if (typeof planned === 'string') return { kind: 'unknown' };
  if (planned instanceof Refused) return { kind: 'refused', code: planned.code, message: planned.message };
  return { kind: 'planned', tier: planned.tier, ...describePlan(planned) };
}

/** Describes a plan. It plans the levels below interfaces and unions, once for each type. */
export function describePlan(plan: OperationPlan): PlanDescription {
  const walk = new PlanWalk(plan);
  walk.level(plan.root, '', undefined);
  return { operation: plan.operation.operation, steps: walk.steps.map((step) => withShared(step, walk.steps)) };
}

function withShared(step: StepDescription, steps: readonly StepDescription[]): StepDescription {
  if (step.wire === undefined) return step;
  const moment = step.after.join();
  const shared = steps.filter(
    (other) => other !== step && other.extension === step.extension && other.after.join() === moment,
  );
  return { ...step, wire: { ...step.wire, sharedWith: shared.map(({ number }) => number) } };
}

class PlanWalk {
  readonly steps: Draft[] = [];
  readonly #plan: OperationPlan;

  constructor(plan: OperationPlan) {
    this.#plan = plan;
  }

  level(level: LevelPlan, at: string, parent: Draft | undefined): void {
    const stepOf = new Map<FieldPlan, Draft>();
    for (const step of level.steps) {
      const draft = step.kind === 'own' ? parent : this.#step(step, { level, at, parent, stepOf });
      if (draft === undefined) continue;
      for (const field of step.fields) {
        stepOf.set(field, draft);
        this.#field(field, at, draft);
      }
    }
  }

  #step(
    step: StepPlan,
    around: {
      readonly level: LevelPlan;
      readonly at: string;
      readonly parent: Draft | undefined;
      readonly stepOf: ReadonlyMap<FieldPlan, Draft>;
    },
  ): Draft {
    const { level, at, parent, stepOf } = around;
    const needed = step.needs.flatMap(({ field }) => stepOf.get(field) ?? []);
    const before = this.#plan.serial && at === '' ? this.steps.at(-1) : undefined;
    const after = new Set([parent, ...needed, before].flatMap((one) => one?.number ?? []));
    const named = (which: (need: NeedPlan) => boolean): readonly string[] => [
      ...new Set(step.needs.filter(which).map(({ name }) => name)),
    ];
    const draft: Draft = {
      number: this.steps.length + 1,
      extension: step.owner.extension,
      kind: step.kind === 'root' ? 'root' : 'entities',
      at,
      type: level.type.name,
      keys: named(({ key }) => key),
      requires: named(({ key }) => !key),
      after: [...after],
      fields: [],
      batched: [],
      called: [],
    };
    if (step.owner.backEnd?.gives === 'answers') {
      const { text, variables, keysName } = printStep(this.#plan, step);
      const keysVariable = step.kind === 'root' ? undefined : keysName;
      draft.wire = { document: text, variables, keysVariable, sharedWith: [] };
    }
    if (step.reference !== undefined)
      draft[typeof step.reference === 'object' ? 'batched' : 'called'].push(`${step.typename}.__resolveReference`);
    this.steps.push(draft);
    return draft;
  }

  #field({ key, name, hidden, resolver, parentType, child }: FieldPlan, at: string, draft: Draft): void {
    const path = at === '' ? key : `${at}.${key}`;
    if (!hidden) draft.fields.push(path);
    if (resolver !== undefined)
      draft[typeof resolver === 'object' ? 'batched' : 'called'].push(`${parentType.name}.${name}`);
    if (child?.typing !== undefined) {
      const { level, step } = child.typing;
      this.#step(step, { level, at: path, parent: draft, stepOf: new Map() });
    }
    for (const type of child?.possible ?? []) {
      const below = child?.abstract === undefined ? path : `${path}<${type}>`;
      const level = child?.level(type);
      if (level !== undefined) this.level(level, below, draft);
    }
  }
}
