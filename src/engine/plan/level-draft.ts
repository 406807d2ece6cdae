import { type FieldNode, getNamedType, isInterfaceType, isLeafType } from 'graphql';
import type { ExtensionId } from '#base';
import type { SourceChoice } from './choose-source.ts';
import { resolversOf } from './field-facts.ts';
import type { FieldNeed, FieldRoute } from './field-routes.ts';
import { selectedBelow } from './field-sets.ts';
import { type Asked, checkOf, isPlainLeaf, shareOf, typenameField } from './level-parts.ts';
import { type ChildPlanner, type FieldRequest, makeField, type Origin } from './make-field.ts';
import type { FieldPlan, LevelPlan, OutputPlan, OwnerPlan, RowType, StepPlan } from './operation-plan.ts';
import { Unreachable } from './plan-parts.ts';

export type Selections = ReadonlyMap<string, readonly FieldNode[]>;

/** What all levels of an operation share during planning. */
export interface LevelScope extends ChildPlanner {
  readonly choice: SourceChoice;
  readonly joins: { any: boolean };
  owner(extension: ExtensionId): OwnerPlan;
  /** Counts a field. Throws TooLarge. */
  count(): void;
}

/** Owns the fields that belong to no extension. */
const gatewayOwner: OwnerPlan = { extension: undefined, subschema: undefined, backEnd: undefined, calls: undefined };

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

/** One level during planning. */
export class LevelDraft {
  readonly level: Draft<LevelPlan>;
  readonly #planner: LevelScope;
  readonly #origin: Origin | undefined;
  readonly #type: RowType;
  readonly #steps = new Map<string, StepDraft>();
  readonly #fields: FieldPlan[] = [];
  readonly #output: OutputPlan[] = [];
  readonly #hidden = new Map<string, FieldPlan>();
  readonly #local = new Set<FieldPlan>();

  constructor(planner: LevelScope, type: RowType, origin: Origin | undefined) {
    this.#planner = planner;
    this.#type = type;
    this.#origin = origin;
    const isTypeOf = origin === undefined ? undefined : checkOf(origin.owner, type.name);
    const { schema, inaccessible } = planner.parts.composition;
    const isHidden = inaccessible.has(type.name);
    const members = isInterfaceType(type)
      ? schema.getPossibleTypes(type).filter(({ name }) => !inaccessible.has(name))
      : [];
    const typename = members[0]?.name ?? type.name;
    this.level = {
      type,
      typename,
      isHidden,
      isTypeOf,
      fields: this.#fields,
      output: this.#output,
      makeRows: undefined,
      steps: [],
    };
    if (origin !== undefined) this.#step('', { owner: origin.owner, kind: 'own' });
  }

  /** Completes the level. `slice` drops spare capacity, since plans stay: V8 gives a grown array room for 17. */
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
    const isMutation = this.#type === composition.schema.getMutationType();
    const sources = composition.types.get(this.#type.name)?.fields.get(name)?.sources ?? [];
    const roots = sources.map((extension) => ({ extension, route: undefined }));
    const asked = { type: this.#type.name, name, nodes, provided: undefined, isMutation };
    const picked =
      roots.length > 1 && this.#hasFields(name) ? this.#planner.choice.pick(roots, asked) : roots.slice(0, 1);
    if (picked === undefined) throw new Unreachable(this.#planner.parts.composition, this.#type.name, name);
    const fields = (picked.length === 0 ? [undefined] : picked).map((one) => {
      const owner = one === undefined ? gatewayOwner : this.#planner.owner(one.extension);
      const step = this.#step(`root ${one?.extension ?? ''}${isMutation ? ` ${key}` : ''}`, { owner, kind: 'root' });
      const share = one !== undefined && 'share' in one ? one.share : undefined;
      return this.#add(step, { key, name, nodes, hidden: false, provided: undefined, share });
    });
    this.#output.push(this.#joined(key, fields));
  }

  addAll(selections: Selections): void {
    const query = this.#planner.parts.composition.schema.getQueryType();
    const missing: { readonly at: number; readonly asked: Asked }[] = [];
    const { skip, only } = this.#origin?.share ?? {};
    for (const [key, nodes] of selections) {
      const name = nodes[0]?.name.value ?? '';
      if ((only !== undefined && !only.has(key)) || (skip?.has(key) === true && skip.get(key) === undefined)) {
        this.#output.push({ key, field: undefined, others: undefined, elsewhere: true });
        continue;
      }
      if (this.#addTypename(key, name)) continue;
      const asked = { key, nodes, hidden: false, share: shareOf(key, { skip, only }) };
      if (this.#type === query && !this.#givesAll(name, nodes)) this.addRoot(key, nodes);
      else if (this.#hasChoice(name)) missing.push({ at: this.#output.push(this.#joined(key, [])) - 1, asked });
      else if (this.#gives(name)) this.#output.push(this.#joined(key, [this.#addLocal(asked)]));
      else missing.push({ at: this.#output.push(this.#joined(key, [])) - 1, asked });
    }
    for (const { at, asked } of missing) this.#output[at] = this.#joined(asked.key, this.#addFrom(asked));
  }

  #joined(key: string, [field, ...others]: readonly FieldPlan[]): OutputPlan {
    if (others.length > 0) this.#planner.joins.any = true;
    return { key, field, others: others.length > 0 ? others : undefined, elsewhere: false };
  }

  #hasFields(name: string): boolean {
    const definition = this.#type.getFields()[name];
    return definition !== undefined && !isLeafType(getNamedType(definition.type));
  }

  /** Whether several extensions give objects here, each of which may know other fields of them. */
  #hasChoice(name: string): boolean {
    const composed = this.#planner.parts.composition.types.get(this.#type.name)?.fields.get(name);
    if (composed === undefined || isInterfaceType(this.#type)) return false;
    return composed.sources.length > 1 && this.#hasFields(name);
  }

  /** Adds a field from another extension, or from several that give it together. */
  #addFrom({ key, nodes, hidden, share }: Asked): readonly FieldPlan[] {
    const name = nodes[0]?.name.value ?? '';
    const extension = this.#origin?.owner.extension;
    if (extension === undefined || !this.#hasChoice(name)) return [this.#addHop({ key, nodes, hidden, share })];
    const { choice } = this.#planner;
    const provided = this.#origin?.provided;
    const sources = choice.sources(this.#type.name, name, { extension, provided });
    const picked = choice.pick(sources, { type: this.#type.name, name, nodes, provided }, share);
    if (picked === undefined) throw new Unreachable(this.#planner.parts.composition, this.#type.name, name);
    return picked.map((one) => {
      const asked = { key, nodes, hidden, share: one.share };
      return one.route === undefined ? this.#addLocal(asked) : this.#addHop(asked, one.route);
    });
  }

  #addTypename(key: string, name: string): boolean {
    if (name !== '__typename') return false;
    this.#output.push({ key, field: undefined, others: undefined, elsewhere: false });
    return true;
  }

  #gives(name: string): boolean {
    const { owner, provided } = this.#origin ?? {};
    if (owner?.extension === undefined) return false;
    const { routes } = this.#planner.parts;
    return routes.gives(this.#type.name, name, owner.extension) || selectedBelow(provided, name) !== undefined;
  }

  /** Whether the extension gives the field with its whole selection, where others give the field too. */
  #givesAll(name: string, nodes: readonly FieldNode[]): boolean {
    const { owner, provided } = this.#origin ?? {};
    if (owner?.extension === undefined || !this.#gives(name)) return false;
    const own = { extension: owner.extension, route: undefined };
    const asked = { type: this.#type.name, name, nodes, provided };
    return !this.#hasChoice(name) || this.#planner.choice.pick([own], asked) !== undefined;
  }

  #addLocal({ key, nodes, hidden, share }: Asked): FieldPlan {
    const step = this.#step('', { owner: this.#origin?.owner ?? gatewayOwner, kind: 'own' });
    const name = nodes[0]?.name.value ?? '';
    const field = this.#add(step, { key, name, nodes, hidden, provided: this.#origin?.provided, share });
    this.#local.add(field);
    return field;
  }

  /** Adds a field of another extension. Its step comes after all that it needs. */
  #addHop({ key, nodes, hidden, share }: Asked, by?: FieldRoute): FieldPlan {
    const name = nodes[0]?.name.value ?? '';
    const { owner: { extension: from } = gatewayOwner, provided } = this.#origin ?? {};
    const route = by ?? (from && this.#routeTo(name, from, provided));
    if (route === undefined) throw new Unreachable(this.#planner.parts.composition, this.#type.name, name);
    const needs = route.needs.map((need) => ({ need, field: this.#need(need) }));
    // Fields with the same extension and key share a step, unless one has to wait for another field.
    const reasons = needs.flatMap(({ need, field }) =>
      need.key || !this.#local.has(field) ? [`${need.key} ${need.alias}`] : [],
    );
    const owner = this.#planner.owner(route.target);
    const typename = this.#nameIn(route.target);
    const reference = resolversOf(owner)?.references.get(typename);
    const step = this.#step([route.target, ...reasons, route.variant].join(' '), {
      owner,
      kind: 'entities',
      reference,
      typename,
    });
    const added = this.#add(step, { key, name, nodes, hidden, provided: undefined, share });
    for (const { need, field } of needs) {
      const known = step.needs.find((one) => one.field === field && one.key === need.key);
      if (known === undefined) step.needs.push({ name: need.name, key: need.key, field, wantedBy: [added] });
      else if (!known.wantedBy.includes(added)) known.wantedBy.push(added);
    }
    return added;
  }

  #routeTo(name: string, from: ExtensionId, provided: Origin['provided']): FieldRoute | undefined {
    const { routes } = this.#planner.parts;
    return isInterfaceType(this.#type)
      ? routes.atInterface(this.#type.name, name, from)
      : routes.find(this.#type.name, name, from, { provided });
  }

  #nameIn(extension: ExtensionId): string {
    const type = this.#planner.parts.composition.types.get(this.#type.name);
    return type?.knownAs.get(extension) ?? this.#type.name;
  }

  /** A step that asks for an interface's objects only to find their types. */
  typeStep({ target, needs }: FieldRoute): StepPlan {
    const owner = this.#planner.owner(target);
    const typename = this.#type.name;
    const reference = resolversOf(owner)?.references.get(typename);
    const keys = needs.map((need) => ({ name: need.name, key: true, field: this.#need(need), wantedBy: [] }));
    const fields = keys.slice(0, 1).map(({ field }) => typenameField(field, owner));
    const isCall = reference !== undefined || owner.backEnd?.gives === 'answers';
    const parts = { owner, kind: 'entities', typename, reference, isCall } as const;
    return { ...parts, fields, needs: keys, isTypeOf: undefined, code: undefined };
  }

  #need({ name, alias, node }: FieldNeed): FieldPlan {
    const known = this.#hidden.get(alias);
    if (known !== undefined) return known;
    const isPlain = (node.arguments ?? []).length === 0;
    const selected = this.#fields.find(
      (field) => isPlain && this.#local.has(field) && field.name === name && isPlainLeaf(field),
    );
    const field =
      selected ??
      (this.#gives(name)
        ? this.#addLocal({ key: alias, nodes: [node], hidden: true, share: undefined })
        : this.#addHop({ key: alias, nodes: [node], hidden: true, share: undefined }));
    this.#hidden.set(alias, field);
    return field;
  }

  #step(
    id: string,
    parts: Pick<StepPlan, 'owner' | 'kind'> & Partial<Pick<StepPlan, 'reference' | 'typename'>>,
  ): StepDraft {
    const known = this.#steps.get(id);
    if (known !== undefined) return known;
    const isTypeOf = parts.kind === 'entities' ? checkOf(parts.owner, parts.typename ?? this.#type.name) : undefined;
    const isCall = parts.kind !== 'own' && (parts.reference !== undefined || parts.owner.backEnd?.gives === 'answers');
    const step: StepDraft = {
      reference: undefined,
      typename: this.#type.name,
      ...parts,
      fields: [],
      needs: [],
      isCall,
      isTypeOf,
      code: undefined,
    };
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
