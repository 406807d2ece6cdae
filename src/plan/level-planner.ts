import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { ExtensionId } from '../base/ids.ts';
import { type FieldNeed, privatePrefix } from './field-routes.ts';
import { selectedBelow } from './field-sets.ts';
import { type FieldRequest, makeField } from './make-field.ts';
import type { FieldPlan, LevelPlan, OutputPlan, OwnerPlan, StepPlan } from './operation-plan.ts';
import { type PlanParts, Unplannable } from './plan-parts.ts';

type Selections = ReadonlyMap<string, readonly FieldNode[]>;

/** Beyond that an operation is interpreted: planning it would take longer than running it. */
const maxFields = 2000;

/** The gateway itself, as the owner of fields that are no extension's. */
const gatewayOwner: OwnerPlan = { extension: undefined, subschema: undefined };

/** Plans the levels of one operation. */
export class LevelPlanner {
  readonly parts: PlanParts;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #conditions: Record<string, unknown>;
  readonly #owners = new Map<ExtensionId, OwnerPlan>();
  #fields = 0;

  constructor(
    parts: PlanParts,
    fragments: Record<string, FragmentDefinitionNode>,
    conditions: Record<string, unknown>,
  ) {
    this.parts = parts;
    this.#fragments = fragments;
    this.#conditions = conditions;
  }

  /** Query or Mutation: a step for each extension, or, since mutations run one after the other, for each field. */
  root(type: GraphQLObjectType, selections: Selections): LevelPlan {
    const draft = new LevelDraft(this, type, undefined);
    for (const [key, nodes] of selections) draft.addRoot(key, nodes);
    return draft.finish();
  }

  /** The selection of some fields on objects of a type that come from an extension. */
  below(type: GraphQLObjectType, nodes: readonly FieldNode[], { owner, provided }: Origin): LevelPlan {
    const { schema } = this.parts.composition;
    const selections = collectSubfields(schema, this.#fragments, this.#conditions, type, nodes);
    const draft = new LevelDraft(this, type, { owner, provided });
    draft.addAll(selections);
    return draft.finish();
  }

  owner(extension: ExtensionId): OwnerPlan {
    const known = this.#owners.get(extension);
    if (known !== undefined) return known;
    const subschema = this.parts.subschemas.get(extension);
    if (subschema?.resolvers === undefined) throw new Unplannable('an extension outside this process');
    const owner = { extension, subschema };
    this.#owners.set(extension, owner);
    return owner;
  }

  count(): void {
    if (++this.#fields > maxFields) throw new Unplannable('a very large selection');
  }
}

/** Where the objects of a level come from, and what that extension gives here although it does not elsewhere. */
export interface Origin {
  readonly owner: OwnerPlan;
  readonly provided: SelectionSetNode | undefined;
}

interface StepDraft extends StepPlan {
  fields: FieldPlan[];
  needs: NeedDraft[];
}

type Draft<Plan> = { -readonly [Key in keyof Plan]: Plan[Key] };

interface NeedDraft {
  readonly name: string;
  readonly key: boolean;
  readonly field: FieldPlan;
  readonly wantedBy: FieldPlan[];
}

/** One level while it is planned. */
class LevelDraft {
  readonly level: Draft<LevelPlan>;
  readonly #planner: LevelPlanner;
  readonly #origin: Origin | undefined;
  readonly #type: GraphQLObjectType;
  readonly #steps = new Map<string, StepDraft>();
  readonly #fields: FieldPlan[] = [];
  readonly #output: OutputPlan[] = [];
  readonly #hidden = new Map<string, FieldPlan>();
  readonly #local = new Set<FieldPlan>();

  constructor(planner: LevelPlanner, type: GraphQLObjectType, origin: Origin | undefined) {
    this.#planner = planner;
    this.#type = type;
    this.#origin = origin;
    const view = origin?.owner.subschema?.schema.getType(type.name);
    const isTypeOf = isObjectType(view) ? (view.isTypeOf ?? undefined) : undefined;
    this.level = { type, isTypeOf, fields: this.#fields, output: this.#output, makeRows: undefined, steps: [] };
    if (origin !== undefined) this.#step('', { owner: origin.owner, kind: 'own' });
  }

  /** Nothing is added after that. A list that has grown has room for 17, however few are in it: plans stay, so it goes. */
  finish(): LevelPlan {
    const { level } = this;
    level.fields = this.#fields.slice();
    level.output = this.#output.slice();
    level.steps = [...this.#steps.values()];
    for (const step of this.#steps.values()) {
      step.fields = step.fields.slice();
      step.needs = step.needs.slice();
    }
    return level;
  }

  addRoot(key: string, nodes: readonly FieldNode[]): void {
    const name = nodes[0]?.name.value ?? '';
    if (this.#addTypename(key, name)) return;
    const { composition } = this.#planner.parts;
    const [source] = composition.types.get(this.#type.name)?.fields.get(name)?.sources ?? [];
    const owner = source === undefined ? gatewayOwner : this.#planner.owner(source);
    const alone = this.#type === composition.schema.getMutationType() ? ` ${key}` : '';
    const step = this.#step(`${source ?? ''}${alone}`, { owner, kind: 'root' });
    this.#output.push({ key, field: this.#add(step, { key, name, nodes, hidden: false, provided: undefined }) });
  }

  addAll(selections: Selections): void {
    const query = this.#planner.parts.composition.schema.getQueryType();
    const missing: { readonly at: number; readonly key: string; readonly nodes: readonly FieldNode[] }[] = [];
    for (const [key, nodes] of selections) {
      const name = nodes[0]?.name.value ?? '';
      if (this.#addTypename(key, name)) continue;
      if (this.#type === query && !this.#gives(name)) this.addRoot(key, nodes);
      else if (this.#gives(name)) this.#output.push({ key, field: this.#addLocal(key, nodes, false) });
      else missing.push({ at: this.#output.push({ key, field: undefined }) - 1, key, nodes });
    }
    for (const { at, key, nodes } of missing)
      this.#output[at] = { key, field: this.#addHop({ key, nodes, hidden: false }) };
  }

  #addTypename(key: string, name: string): boolean {
    // Such a key would be no key at all: it sets an object's prototype.
    if (key === '__proto__') throw new Unplannable('a response key that JavaScript reserves');
    if (key.startsWith(privatePrefix)) throw new Unplannable('a reserved name');
    if (name !== '__typename') return false;
    this.#output.push({ key, field: undefined });
    return true;
  }

  #gives(name: string): boolean {
    const { owner, provided } = this.#origin ?? {};
    if (owner?.extension === undefined) return false;
    const { routes } = this.#planner.parts;
    return routes.gives(this.#type.name, name, owner.extension) || selectedBelow(provided, name) !== undefined;
  }

  #addLocal(key: string, nodes: readonly FieldNode[], hidden: boolean): FieldPlan {
    const step = this.#step('', { owner: this.#origin?.owner ?? gatewayOwner, kind: 'own' });
    const name = nodes[0]?.name.value ?? '';
    const field = this.#add(step, { key, name, nodes, hidden, provided: this.#origin?.provided });
    this.#local.add(field);
    return field;
  }

  /** A field that another extension gives. Its step comes after all that it needs. */
  #addHop({ key, nodes, hidden }: Pick<FieldRequest, 'key' | 'nodes' | 'hidden'>): FieldPlan {
    const name = nodes[0]?.name.value ?? '';
    const from = this.#origin?.owner.extension;
    const route = from === undefined ? undefined : this.#planner.parts.routes.find(this.#type.name, name, from);
    if (route === undefined) throw new Unplannable('a field that cannot be reached');
    const needs = route.needs.map((need) => ({ need, field: this.#need(need) }));
    // Fields that are asked of one extension by the same key share a step, unless one has to wait for something else.
    const reasons = needs.flatMap(({ need, field }) =>
      need.key || !this.#local.has(field) ? [`${need.key} ${need.alias}`] : [],
    );
    const owner = this.#planner.owner(route.target);
    const reference = owner.subschema?.resolvers?.references.get(this.#type.name);
    const step = this.#step([route.target, ...reasons].join(' '), { owner, kind: 'entities', reference });
    const added = this.#add(step, { key, name, nodes, hidden, provided: undefined });
    for (const { need, field } of needs) {
      const known = step.needs.find((one) => one.field === field && one.key === need.key);
      if (known === undefined) step.needs.push({ name: need.name, key: need.key, field, wantedBy: [added] });
      else if (!known.wantedBy.includes(added)) known.wantedBy.push(added);
    }
    return added;
  }

  #need({ name, alias, node }: FieldNeed): FieldPlan {
    const known = this.#hidden.get(alias);
    if (known !== undefined) return known;
    const selected = this.#fields.find((field) => this.#local.has(field) && field.name === name && isPlainLeaf(field));
    const field =
      selected ??
      (this.#gives(name)
        ? this.#addLocal(alias, [node], true)
        : this.#addHop({ key: alias, nodes: [node], hidden: true }));
    this.#hidden.set(alias, field);
    return field;
  }

  #step(
    id: string,
    parts: Pick<StepPlan, 'owner' | 'kind'> & { readonly reference?: StepPlan['reference'] },
  ): StepDraft {
    const known = this.#steps.get(id);
    if (known !== undefined) return known;
    const step: StepDraft = { reference: undefined, ...parts, fields: [], needs: [] };
    this.#steps.set(id, step);
    return step;
  }

  #add(step: StepDraft, request: Omit<FieldRequest, 'index' | 'owner' | 'type' | 'level'>): FieldPlan {
    this.#planner.count();
    const { level } = this;
    const index = this.#fields.length;
    const place = { index, owner: step.owner, type: this.#type, level };
    const field = makeField(this.#planner, { ...request, ...place });
    this.#fields.push(field);
    step.fields.push(field);
    return field;
  }
}

/** The client's own selection of a key will do, when it selects just that. */
function isPlainLeaf({ child, nodes }: FieldPlan): boolean {
  return child === undefined && (nodes[0]?.arguments ?? []).length === 0;
}
