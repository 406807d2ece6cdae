import type { FieldNode, FragmentDefinitionNode, GraphQLObjectType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { ExtensionId } from '../base/ids.ts';
import { SourceChoice } from './choose-source.ts';
import { providedOn } from './field-sets.ts';
import { LevelDraft, type LevelScope, type Selections } from './level-draft.ts';
import type { Origin } from './make-field.ts';
import type { LevelPlan, OwnerPlan } from './operation-plan.ts';
import { type PlanParts, Unplannable } from './plan-parts.ts';

/** Beyond that an operation is interpreted: planning it would take longer than running it. */
const maxFields = 2000;

/** Plans the levels of one operation. */
export class LevelPlanner implements LevelScope {
  readonly parts: PlanParts;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #conditions: Record<string, unknown>;
  readonly #owners = new Map<ExtensionId, OwnerPlan>();
  readonly choice: SourceChoice;
  /** Whether some object is put together from what several extensions say of it; levels may be planned later. */
  readonly joins = { any: false };
  #fields = 0;

  constructor(
    parts: PlanParts,
    fragments: Record<string, FragmentDefinitionNode>,
    conditions: Record<string, unknown>,
  ) {
    this.parts = parts;
    this.#fragments = fragments;
    this.#conditions = conditions;
    const { schema } = parts.composition;
    this.choice = new SourceChoice(parts, (type, nodes) =>
      collectSubfields(schema, fragments, conditions, type, nodes),
    );
  }

  /** Query or Mutation: a step for each extension, or, since mutations run one after the other, for each field. */
  root(type: GraphQLObjectType, selections: Selections): LevelPlan {
    const draft = new LevelDraft(this, type, undefined);
    for (const [key, nodes] of selections) draft.addRoot(key, nodes);
    return draft.finish();
  }

  /** The selection of some fields on objects of a type that come from an extension. */
  below(type: GraphQLObjectType, nodes: readonly FieldNode[], { owner, provided, share }: Origin): LevelPlan {
    const { schema } = this.parts.composition;
    const selections = collectSubfields(schema, this.#fragments, this.#conditions, type, nodes);
    const draft = new LevelDraft(this, type, { owner, provided: providedOn(provided, type, schema), share });
    draft.addAll(selections);
    return draft.finish();
  }

  owner(extension: ExtensionId): OwnerPlan {
    const known = this.#owners.get(extension);
    if (known !== undefined) return known;
    const subschema = this.parts.subschemas.get(extension);
    const backEnd = subschema === undefined ? undefined : this.parts.backEndOf(subschema);
    if (backEnd === undefined) throw new Unplannable('an extension outside this process');
    const owner = { extension, subschema, backEnd, calls: this.parts.telemetry?.extension(extension).graphql };
    this.#owners.set(extension, owner);
    return owner;
  }

  count(): void {
    if (++this.#fields > maxFields) throw new Unplannable('a very large selection');
  }
}
