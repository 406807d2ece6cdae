import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { typeAlias } from '../plan/field-routes.ts';
import type { ChildPlan, FieldPlan, LevelPlan, OperationPlan, StepPlan, TypingPlan } from '../plan/operation-plan.ts';
import type { Context } from '../subschema/resolver.ts';

export type DocumentKind = 'query' | 'mutation' | 'entities';

export interface StepDocument {
  readonly text: string;
  /** The client's variables in the document. */
  readonly variables: readonly string[];
  /** The variable for the keys of entities. */
  readonly keysName: string;
}

export interface AskedStep {
  readonly kind: DocumentKind;
  readonly context: Context;
  readonly type?: string;
}

interface PrintedStep {
  /** The fields that not every caller may have. */
  readonly guarded: readonly FieldPlan[];
  /** By the guarded fields that the caller may not have. Undefined where nothing remains to ask. */
  readonly documents: Map<string, StepDocument | undefined>;
}

/** The documents of all steps. A step is printed once, and again only for callers who may not have all its fields. */
export class StepDocuments {
  readonly #printed = new WeakMap<StepPlan, PrintedStep>();

  /** Undefined when the caller may have none of the step's fields. */
  of(plan: OperationPlan, step: StepPlan, { kind, context, type = '' }: AskedStep): StepDocument | undefined {
    let printed = this.#printed.get(step);
    if (printed === undefined) {
      printed = { guarded: guardedFields(step.fields), documents: new Map() };
      this.#printed.set(step, printed);
    }
    const { guarded, documents } = printed;
    const key = guarded.map(({ guard }) => (guard?.(context) === undefined ? '' : 'x')).join();
    const known = documents.get(key);
    if (known !== undefined || documents.has(key)) return known;
    const refuses: Refuses = ({ guard }) => guard?.(context) !== undefined;
    const document = new DocumentWriter(plan, refuses).write(step, kind, type);
    documents.set(key, document);
    return document;
  }
}

/** The document for a caller who may have all fields. */
export function printStep(plan: OperationPlan, step: StepPlan): StepDocument {
  const kind = step.kind === 'root' ? (plan.serial ? 'mutation' : 'query') : 'entities';
  const document = new DocumentWriter(plan, () => false).write(step, kind, step.typename);
  if (document === undefined) throw new Error(`a step for ${step.owner.extension} has no fields`);
  return document;
}

type Refuses = (field: FieldPlan) => boolean;

function guardedFields(fields: readonly FieldPlan[]): readonly FieldPlan[] {
  return fields.flatMap((field) => {
    const { child, guard } = field;
    const below = child === undefined ? [] : levelsOf(child).flatMap((level) => guardedFields(ownFields(level)));
    return guard === undefined ? below : [field, ...below];
  });
}

function levelsOf(child: ChildPlan): readonly LevelPlan[] {
  const levels = child.possible.map((type) => child.level(type));
  return child.typing === undefined ? levels : [child.typing.level, ...levels];
}

/** The fields that the same extension gives with the object. */
function ownFields({ steps }: LevelPlan): readonly FieldPlan[] {
  return steps.find(({ kind }) => kind === 'own')?.fields ?? [];
}

/** Writes the document of one step for one caller. */
class DocumentWriter {
  readonly #plan: OperationPlan;
  readonly #refuses: Refuses;

  constructor(plan: OperationPlan, refuses: Refuses) {
    this.#plan = plan;
    this.#refuses = refuses;
  }

  write(step: StepPlan, kind: DocumentKind, type: string): StepDocument | undefined {
    const fields = this.#fields(step.fields);
    if (fields.length === 0) return undefined;
    const used = new Set<string>();
    visit(selectionSet(fields), { Variable: ({ name }) => void used.add(name.value) });
    const definitions = (this.#plan.operation.variableDefinitions ?? []).filter(({ variable }) =>
      used.has(variable.name.value),
    );
    let keysName = 'keys';
    while (used.has(keysName)) keysName += '_';
    const operation =
      kind === 'entities'
        ? entitiesOperation(keysName, definitions, fragmentOn(type, fields))
        : rootOperation(kind, definitions, fields);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation] };
    return { text: print(document), variables: definitions.map(({ variable }) => variable.name.value), keysName };
  }

  /** Leaves out the refused fields. The gateway adds their errors. */
  #fields(fields: readonly FieldPlan[]): readonly SelectionNode[] {
    return fields.filter((field) => !this.#refuses(field)).map((field) => this.#field(field));
  }

  /** A field of a step, with all below it from the same extension. */
  #field({ key, name, nodes, child }: FieldPlan): FieldNode {
    return {
      kind: Kind.FIELD,
      ...(key === name ? {} : { alias: { kind: Kind.NAME, value: key } }),
      name: { kind: Kind.NAME, value: name },
      arguments: nodes[0]?.arguments ?? [],
      ...(child === undefined ? {} : { selectionSet: selectionSet(this.#below(child)) }),
    };
  }

  #below(child: ChildPlan): readonly SelectionNode[] {
    if (child.abstract === undefined) return this.#level(child.level(child.possible[0] ?? ''));
    if (child.typing !== undefined) return this.#untyped(child, child.typing);
    const members = child.possible.flatMap((type) => {
      // Of a type without fields the alias says enough.
      const fields = this.#fields(ownFields(child.level(type)));
      return fields.length === 0 ? [] : [fragmentOn(type, fields)];
    });
    return [typenameAs(typeAlias), ...members];
  }

  /** The extension does not know these types, so there are no fragments. It is asked for the fields of all types. */
  #untyped(child: ChildPlan, { level }: TypingPlan): readonly SelectionNode[] {
    const members = child.possible.map((type) => child.level(type));
    const all = [level, ...members].flatMap((one) => this.#level(one));
    const keyOf = (node: SelectionNode): string =>
      node.kind === Kind.FIELD ? (node.alias?.value ?? node.name.value) : '';
    return [...new Map(all.map((node) => [keyOf(node), node])).values()];
  }

  #level(level: LevelPlan): readonly SelectionNode[] {
    const fields = this.#fields(ownFields(level));
    return fields.length === 0 ? [typenameAs('__typename')] : fields;
  }
}

function rootOperation(
  kind: 'query' | 'mutation',
  variableDefinitions: readonly VariableDefinitionNode[],
  selections: readonly SelectionNode[],
): OperationDefinitionNode {
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation: kind === 'mutation' ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY,
    variableDefinitions,
    selectionSet: selectionSet(selections),
  };
}

function entitiesOperation(
  keysName: string,
  definitions: readonly VariableDefinitionNode[],
  entity: SelectionNode,
): OperationDefinitionNode {
  const text = `query ($${keysName}: [_Any!]!) { _entities(representations: $${keysName}) { __typename } }`;
  const [operation] = parse(text, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`no operation: ${text}`);
  const selections = operation.selectionSet.selections.map((node) => ({
    ...node,
    selectionSet: selectionSet([entity]),
  }));
  return {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...definitions],
    selectionSet: selectionSet(selections),
  };
}

function fragmentOn(type: string, selections: readonly SelectionNode[]): SelectionNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: selectionSet(selections),
  };
}

function typenameAs(alias: string): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: '__typename' },
    alias: { kind: Kind.NAME, value: alias },
  };
}

function selectionSet(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections };
}
