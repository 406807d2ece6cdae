import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  GraphQLString,
  isInterfaceType,
  Kind,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import type { ExtensionId } from '#base';
import type { ComposedField, Dispatch } from '../subschema/composition.ts';
import { SourceChoice } from './choose-source.ts';
import { type CollectScope, collectSubfields } from './collect-fields.ts';
import { holdsForAll, providedOn } from './field-sets.ts';
import { LevelDraft, type LevelScope, type Selections } from './level-draft.ts';
import type { Origin } from './make-field.ts';
import type { LevelPlan, OwnerPlan, RowType, TypingPlan } from './operation-plan.ts';
import { maxFields, type PlanParts, TooLarge, Unreachable } from './plan-parts.ts';

export class LevelPlanner implements LevelScope {
  readonly parts: PlanParts;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #conditions: Record<string, unknown>;
  readonly #owners = new Map<ExtensionId, OwnerPlan>();
  readonly choice: SourceChoice;
  /** True once some object joins answers of several extensions. Planning a level later may set it. */
  readonly joins = { any: false };
  /** The operation has introspection fields, which graphql-js adds to the answer. */
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

  /** Plans Query with a step for each extension, or Mutation with a step for each field, since those run in order. */
  root(type: GraphQLObjectType, selections: Selections): LevelPlan {
    const draft = new LevelDraft(this, type, undefined);
    for (const [key, nodes] of selections) draft.addRoot(key, nodes);
    return draft.finish();
  }

  /** Plans the selection of some fields on objects of a type from an extension. */
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

  /** Plans how to find the types of objects whose extension knows only the interface. Undefined if none is needed. */
  typing(type: GraphQLInterfaceType, nodes: readonly FieldNode[], { owner }: Origin): TypingPlan | undefined {
    const { extension } = owner;
    const { routes, composition, subschemas } = this.parts;
    if (extension === undefined) throw new Unreachable(this.parts.composition, type.name, '__typename');
    const { schema, guards, inaccessible } = composition;
    const members = schema.getPossibleTypes(type);
    // A field may be guarded, or its type inaccessible, for one member only. Then the type must be known.
    const isOpen = (field: string): boolean =>
      members.every(
        ({ name }) => !inaccessible.has(name) && !guards.has(`${name}.${field}`) && !isGathered(name, field),
      );
    const isGathered = (name: string, field: string): boolean =>
      composition.types.get(name)?.fields.get(field)?.parts !== undefined;
    const isGiven = (field: string): boolean =>
      routes.gives(type.name, field, extension) || routes.atInterface(type.name, field, extension) !== undefined;
    const names = [...this.fieldsOf(type, nodes).values()].map(([node]) => node?.name.value ?? '');
    const scope = { schema, fragments: this.#fragments };
    const needsType = nodes.some(({ selectionSet }) => dependsOnType(selectionSet, type, scope));
    if (!needsType && names.every((name) => isGiven(name) && isOpen(name))) return undefined;
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

  sourcesOf({ sources, parts, dispatch }: ComposedField, [node]: readonly FieldNode[]): readonly ExtensionId[] {
    if (dispatch === undefined) return parts === undefined ? sources : [...parts.keys()];
    const target = targetOf(dispatch, node, this.#conditions);
    return target === undefined ? sources.slice(0, 1) : [target];
  }

  count(): void {
    if (++this.#fields > maxFields) throw new TooLarge();
  }
}

function isIntrospection([node]: readonly FieldNode[]): boolean {
  return node?.name.value === '__schema' || node?.name.value === '__type';
}

type Scope = Pick<CollectScope, 'schema' | 'fragments'>;

/** Whether a selection on an interface depends on the objects' own types. */
function dependsOnType(set: SelectionSetNode | undefined, type: GraphQLInterfaceType, scope: Scope): boolean {
  return (set?.selections ?? []).some((node) => {
    if (node.kind === Kind.FIELD) return node.name.value === '__typename';
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments[node.name.value] : node;
    if (fragment === undefined) return false;
    return !holdsForAll(fragment, type, scope.schema) || dependsOnType(fragment.selectionSet, type, scope);
  });
}

/** The contributor that a selection of a field with `@dispatch` names. Undefined where it names none. */
function targetOf(
  { by, otherwise, targets }: Dispatch,
  node: FieldNode | undefined,
  variables: Record<string, unknown>,
): ExtensionId | undefined {
  const value = node?.arguments?.find(({ name }) => name.value === by)?.value;
  const given: unknown = value && valueFromAST(value, GraphQLString, variables);
  const named = given === undefined ? otherwise : given;
  return typeof named === 'string' ? targets.get(named) : undefined;
}
