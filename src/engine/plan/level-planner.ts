import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  isInterfaceType,
} from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import { SourceChoice } from './choose-source.ts';
import { collectSubfields } from './collect-fields.ts';
import { providedOn } from './field-sets.ts';
import { LevelDraft, type LevelScope, type Selections } from './level-draft.ts';
import type { Origin } from './make-field.ts';
import { needsType } from './needs-type.ts';
import type { LevelPlan, OwnerPlan, RowType, TypingPlan } from './operation-plan.ts';
import { maxFields, type PlanParts, TooLarge, Unreachable } from './plan-parts.ts';

/** Plans the levels of one operation. */
export class LevelPlanner implements LevelScope {
  readonly parts: PlanParts;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #conditions: Record<string, unknown>;
  readonly #owners = new Map<ExtensionId, OwnerPlan>();
  readonly choice: SourceChoice;
  /** Whether some object is put together from what several extensions say of it; levels may be planned later. */
  readonly joins = { any: false };
  /** Something is asked of the schema itself: graphql-js adds that to what the plan has found. */
  isPartial = false;
  #fields = 0;

  constructor(
    parts: PlanParts,
    fragments: Record<string, FragmentDefinitionNode>,
    conditions: Record<string, unknown>,
  ) {
    this.parts = parts;
    this.#fragments = fragments;
    this.#conditions = conditions;
    this.choice = new SourceChoice(parts, (type, nodes) => this.fieldsOf(type, nodes));
  }

  /** Query or Mutation: a step for each extension, or, since mutations run one after the other, for each field. */
  root(type: GraphQLObjectType, selections: Selections): LevelPlan {
    const draft = new LevelDraft(this, type, undefined);
    for (const [key, nodes] of selections) draft.addRoot(key, nodes);
    return draft.finish();
  }

  /** The selection of some fields on objects of a type that come from an extension. */
  below(type: RowType, nodes: readonly FieldNode[], { owner, provided, share }: Origin): LevelPlan {
    const given = providedOn(provided, type, this.parts.composition.schema);
    const draft = new LevelDraft(this, type, { owner, provided: given, share });
    draft.addAll(this.fieldsOf(type, nodes));
    return draft.finish();
  }

  fieldsOf(type: RowType, nodes: readonly FieldNode[]): Selections {
    const { schema } = this.parts.composition;
    const scope = { schema, fragments: this.#fragments, variables: this.#conditions };
    const fields = collectSubfields(scope, type, nodes);
    return type === schema.getQueryType() ? this.withoutIntrospection(fields) : fields;
  }

  withoutIntrospection(fields: Selections): Selections {
    const others = new Map([...fields].filter(([, nodes]) => !isIntrospection(nodes)));
    if (others.size < fields.size) this.isPartial = true;
    return others;
  }

  /** How one finds out the types of objects of which their extension knows nothing but the interface; undefined where nobody need know. */
  typing(type: GraphQLInterfaceType, nodes: readonly FieldNode[], { owner }: Origin): TypingPlan | undefined {
    const { extension } = owner;
    const { routes, composition, subschemas } = this.parts;
    if (extension === undefined) throw new Unreachable(this.parts.composition, type.name, '__typename');
    const { schema, guards, inaccessible } = composition;
    const members = schema.getPossibleTypes(type);
    // What not everybody may have, or see, of one type must not be had by not asking which type an object is of.
    const isOpen = (field: string): boolean =>
      members.every(({ name }) => !inaccessible.has(name) && !guards.has(`${name}.${field}`));
    const isGiven = (field: string): boolean =>
      routes.gives(type.name, field, extension) || routes.atInterface(type.name, field, extension) !== undefined;
    const names = [...this.fieldsOf(type, nodes).values()].map(([node]) => node?.name.value ?? '');
    const dependsOnType = needsType(nodes, type, { schema, fragments: this.#fragments });
    if (!dependsOnType && names.every((name) => isGiven(name) && isOpen(name))) return undefined;
    const route = routes.toInterface(type.name, extension);
    const view = route && subschemas.get(route.target)?.schema.getType(type.name);
    if (route === undefined || !isInterfaceType(view))
      throw new Unreachable(this.parts.composition, type.name, '__typename');
    const draft = new LevelDraft(this, type, { owner, provided: undefined, share: undefined });
    const step = draft.typeStep(route);
    return { level: draft.finish(), step, view };
  }

  owner(extension: ExtensionId): OwnerPlan {
    const known = this.#owners.get(extension);
    if (known !== undefined) return known;
    const subschema = this.parts.subschemas.get(extension);
    if (subschema === undefined) throw new Error(`no subschema of ${extension}`);
    const backEnd = this.parts.backEndOf(subschema);
    const owner = { extension, subschema, backEnd, calls: this.parts.observe?.callsOf?.(extension) };
    this.#owners.set(extension, owner);
    return owner;
  }

  count(): void {
    if (++this.#fields > maxFields) throw new TooLarge();
  }
}

function isIntrospection([node]: readonly FieldNode[]): boolean {
  return node?.name.value === '__schema' || node?.name.value === '__type';
}
