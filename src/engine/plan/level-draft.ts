import { type FieldNode, getNamedType, isInterfaceType, isLeafType } from 'graphql';
import type { ExtensionId } from '#base';
import type { ComposedField } from '../subschema/composition.ts';
import type { SourceChoice } from './choose-source.ts';
import { resolversOf } from './field-facts.ts';
import type { FieldNeed, FieldRoute } from './field-routes.ts';
import { selectedBelow } from './field-sets.ts';
import {
  type Asked,
  bareOutput,
  checkOf,
  type Draft,
  draftStep,
  gatewayOwner,
  isPlainLeaf,
  outputOf,
  type StepDraft,
  type StepParts,
  shareOf,
  typenameField,
} from './level-parts.ts';
import { type ChildPlanner, type FieldRequest, makeField, type Origin } from './make-field.ts';
import type { FieldPlan, LevelPlan, OutputPlan, OwnerPlan, RowType, StepPlan } from './operation-plan.ts';
import { Unreachable } from './plan-parts.ts';

export type Selections = ReadonlyMap<string, readonly FieldNode[]>;

/** What all levels of an operation share during planning. */
export interface LevelScope extends ChildPlanner {
  readonly choice: SourceChoice;
  readonly joins: { any: boolean };
  owner(extension: ExtensionId): OwnerPlan;
  /** The sources of a root field that may be asked: with `@dispatch` one. */
  sourcesOf(field: ComposedField, nodes: readonly FieldNode[]): readonly ExtensionId[];
  /** Counts a field. Throws TooLarge. */
  count(): void;
}

export class LevelDraft {
  readonly level: Draft<LevelPlan>;
  readonly #planner: LevelScope;
  readonly #origin: Origin | undefined;
  readonly #type: RowType;
  readonly #steps = new Map<string, StepDraft>();
  readonly #fields: FieldPlan[] = [];
  readonly #output: OutputPlan[] = [];
  readonly #hidden = new Map<string, readonly FieldPlan[]>();
  readonly #local = new Set<FieldPlan>();

  constructor(planner: LevelScope, type: RowType, origin: Origin | undefined) {
    this.#planner = planner;
    this.#type = type;
    this.#origin = origin;
    const isTypeOf = origin === undefined ? undefined : checkOf(origin.owner, type.name);
    const { schema, inaccessible } = planner.parts.composition;
    const isHidden = inaccessible.has(type.name);
    const members = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
    const typename = members.find(({ name }) => !inaccessible.has(name))?.name ?? type.name;
    const [fields, output] = [this.#fields, this.#output];
    this.level = { type, typename, isHidden, isTypeOf, fields, output, makeRows: undefined, steps: [] };
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
    const isMutation = this.#type === this.#planner.parts.composition.schema.getMutationType();
    const composed = this.#composed(name);
    const areParts = composed?.parts !== undefined;
    const sources = composed === undefined ? [] : this.#planner.sourcesOf(composed, nodes);
    const roots = sources.map((extension) => ({ extension, route: undefined }));
    const asked = { type: this.#type.name, name, nodes, provided: undefined, isMutation };
    const isChoice = !areParts && roots.length > 1 && this.#hasFields(name);
    const picked = isChoice ? this.#planner.choice.pick(roots, asked) : roots.slice(0, areParts ? undefined : 1);
    if (picked === undefined) throw this.#unreachable(name);
    const fields = (picked.length === 0 ? [undefined] : picked).map((one) => {
      const owner = one === undefined ? gatewayOwner : this.#planner.owner(one.extension);
      const step = this.#step(`root ${one?.extension ?? ''}${isMutation ? ` ${key}` : ''}`, { owner, kind: 'root' });
      const share = one !== undefined && 'share' in one ? one.share : undefined;
      return this.#add(step, { key, name, nodes, hidden: false, provided: undefined, share });
    });
    this.#output.push(this.#joined(key, fields, areParts));
  }

  addAll(selections: Selections): void {
    const query = this.#planner.parts.composition.schema.getQueryType();
    const missing: { readonly at: number; readonly asked: Asked }[] = [];
    const { skip, only } = this.#origin?.share ?? {};
    for (const [key, nodes] of selections) {
      const name = nodes[0]?.name.value ?? '';
      if ((only !== undefined && !only.has(key)) || (skip?.has(key) === true && skip.get(key) === undefined)) {
        this.#output.push(bareOutput(key, true));
        continue;
      }
      if (this.#addTypename(key, name)) continue;
      const asked = { key, nodes, hidden: false, share: shareOf(key, { skip, only }) };
      if (this.#type === query && !this.#givesAll(name, nodes)) this.addRoot(key, nodes);
      else if (this.#gives(name) && !this.#hasChoice(name) && !this.#isGathered(asked))
        this.#output.push(this.#joined(key, [this.#addLocal(asked)]));
      else missing.push({ at: this.#output.push(bareOutput(key, false)) - 1, asked });
    }
    for (const { at, asked } of missing)
      this.#output[at] = this.#joined(asked.key, this.#addFrom(asked), this.#isGathered(asked));
  }

  #composed(name: string): ComposedField | undefined {
    return this.#planner.parts.composition.types.get(this.#type.name)?.fields.get(name);
  }

  #isGathered({ nodes }: Pick<Asked, 'nodes'>): boolean {
    return this.#composed(nodes[0]?.name.value ?? '')?.parts !== undefined;
  }

  #joined(key: string, fields: readonly FieldPlan[], areParts = false): OutputPlan {
    if (fields.length > 1 && !areParts) this.#planner.joins.any = true;
    return outputOf(key, fields, areParts);
  }

  #unreachable(name: string): Unreachable {
    return new Unreachable(this.#planner.parts.composition, this.#type.name, name);
  }

  #hasFields(name: string): boolean {
    const definition = this.#type.getFields()[name];
    return definition !== undefined && !isLeafType(getNamedType(definition.type));
  }

  /** Whether several extensions give objects here, each of which may know other fields of them. */
  #hasChoice(name: string): boolean {
    const composed = this.#composed(name);
    if (composed === undefined || composed.parts !== undefined || isInterfaceType(this.#type)) return false;
    return composed.sources.length > 1 && this.#hasFields(name);
  }

  /** Adds a field from another extension, or from several that give it together. */
  #addFrom({ key, nodes, hidden, share }: Asked): readonly FieldPlan[] {
    const name = nodes[0]?.name.value ?? '';
    const extension = this.#origin?.owner.extension;
    const { routes } = this.#planner.parts;
    const parts = this.#composed(name)?.parts;
    if (parts !== undefined)
      return [...parts.keys()].map((to) => {
        const asked = { key, nodes, hidden, share: undefined };
        const isOwn = to === extension && routes.gives(this.#type.name, name, to);
        return isOwn ? this.#addLocal(asked) : this.#addHop(asked, to);
      });
    if (extension === undefined || !this.#hasChoice(name)) return [this.#addHop({ key, nodes, hidden, share })];
    const { choice } = this.#planner;
    const provided = this.#origin?.provided;
    const sources = choice.sources(this.#type.name, name, { extension, provided });
    const picked = choice.pick(sources, { type: this.#type.name, name, nodes, provided }, share);
    if (picked === undefined) throw this.#unreachable(name);
    return picked.map((one) => {
      const asked = { key, nodes, hidden, share: one.share };
      return one.route === undefined ? this.#addLocal(asked) : this.#addHop(asked, one.extension);
    });
  }

  #addTypename(key: string, name: string): boolean {
    if (name !== '__typename') return false;
    this.#output.push(bareOutput(key, false));
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
    const { parts, dispatch } = this.#composed(name) ?? {};
    if (owner?.extension === undefined || parts !== undefined || dispatch !== undefined) return false;
    if (!this.#gives(name)) return false;
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
  #addHop({ key, nodes, hidden, share }: Asked, to?: ExtensionId): FieldPlan {
    const name = nodes[0]?.name.value ?? '';
    const route = this.#routeTo(name, to);
    if (route === undefined) throw this.#unreachable(name);
    const needs = route.needs.flatMap((need) => {
      const fields = this.#need(need);
      return fields.map((field) => ({ need, field, part: fields.length > 1 }));
    });
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
    for (const { need, field, part } of needs) {
      const known = step.needs.find((one) => one.field === field && one.key === need.key);
      if (known === undefined) step.needs.push({ name: need.name, key: need.key, part, field, wantedBy: [added] });
      else if (!known.wantedBy.includes(added)) known.wantedBy.push(added);
    }
    return added;
  }

  #routeTo(name: string, to: ExtensionId | undefined): FieldRoute | undefined {
    const { routes } = this.#planner.parts;
    const { owner: { extension: from } = gatewayOwner, provided } = this.#origin ?? {};
    if (from === undefined) return undefined;
    return isInterfaceType(this.#type)
      ? routes.atInterface(this.#type.name, name, from)
      : routes.find(this.#type.name, name, from, { to, provided });
  }

  #nameIn(extension: ExtensionId): string {
    const type = this.#planner.parts.composition.types.get(this.#type.name);
    return type?.knownAs.get(extension) ?? this.#type.name;
  }

  /** A step that asks for an interface's objects only to find their types. */
  typeStep({ target, needs }: FieldRoute): StepPlan {
    const owner = this.#planner.owner(target);
    const reference = resolversOf(owner)?.references.get(this.#type.name);
    const step = draftStep(this.#type.name, { owner, kind: 'entities', reference });
    const wanted = needs.flatMap((need) => this.#need(need).map((field) => ({ name: need.name, field })));
    const keys = wanted.map((one) => ({ ...one, key: true, part: false, wantedBy: [] }));
    const fields = keys.slice(0, 1).map(({ field }) => typenameField(field, owner));
    return { ...step, fields, needs: keys, isTypeOf: undefined };
  }

  /** The field of a key or `@requires`, or all parts of a list that is joined. */
  #need({ name, alias, node }: FieldNeed): readonly FieldPlan[] {
    const known = this.#hidden.get(alias);
    if (known !== undefined) return known;
    const isPlain = (node.arguments ?? []).length === 0;
    const isGathered = this.#isGathered({ nodes: [node] });
    const selected = this.#fields.find(
      (field) => isPlain && !isGathered && this.#local.has(field) && field.name === name && isPlainLeaf(field),
    );
    const asked = { key: alias, nodes: [node], hidden: true, share: undefined };
    const ofOne = (): FieldPlan => selected ?? (this.#gives(name) ? this.#addLocal(asked) : this.#addHop(asked));
    const fields = isGathered ? this.#addFrom(asked) : [ofOne()];
    this.#hidden.set(alias, fields);
    return fields;
  }

  #step(id: string, parts: StepParts): StepDraft {
    const step = this.#steps.get(id) ?? draftStep(this.#type.name, parts);
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
