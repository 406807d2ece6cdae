import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionNode,
  visit,
} from 'graphql';
import type { Context } from '../../src/extension-api.ts';
import { withinTime } from '../../src/plan/call-limits.ts';
import { Fault } from '../../src/plan/fault.ts';
import { typeAlias } from '../../src/plan/field-routes.ts';
import type {
  AskedEntities,
  BackEnd,
  ChildPlan,
  FieldPlan,
  LevelPlan,
  StepPlan,
  StepRun,
  TypingPlan,
} from '../../src/plan/operation-plan.ts';

type Values = readonly unknown[];

/**
 * Runs a step as one document on the extension's subschema, and answers later: what a worker or another server would get and do. It
 * sees nothing of the extension but `execute`.
 */
export const documentBackEnd: BackEnd = { gives: 'answers', root: askRoot, entities: askEntities };

async function askRoot(run: StepRun, step: StepPlan, context: Context): Promise<Values> {
  const isMutation = step.fields[0]?.parentType.name === 'Mutation';
  const operation = isMutation ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY;
  const answer = await ask(run, step, { operation, selections: step.fields.map(fieldNode), variables: {}, context });
  return [answer];
}

async function askEntities(run: StepRun, step: StepPlan, { type, keys, context }: AskedEntities): Promise<Values> {
  const [definition] = parse(
    'query ($keys: [_Any!]!) { _entities(representations: $keys) { __typename } }',
  ).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const [field] = definition.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) throw new Error('no field');
  const entities = { ...field, selectionSet: selectionSet([fragmentOn(type, step.fields.map(fieldNode))]) };
  const answer = await ask(run, step, {
    operation: OperationTypeNode.QUERY,
    selections: [entities],
    definitions: definition.variableDefinitions,
    variables: { keys },
    context,
  });
  if (answer instanceof Fault) return keys.map(() => answer);
  const found: unknown = answer._entities;
  if (found instanceof Fault) return keys.map(() => run.fault(found.error, step.owner.extension));
  return Array.isArray(found)
    ? found.map((one) => (one instanceof Fault ? run.fault(one.error, one.extension) : one))
    : [];
}

interface Asked {
  readonly operation: OperationTypeNode;
  readonly selections: readonly SelectionNode[];
  readonly definitions?: OperationDefinitionNode['variableDefinitions'];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
}

/** The data of a document, with a Fault at each place that an error made null; or a Fault for all of it. */
async function ask(run: StepRun, step: StepPlan, asked: Asked): Promise<Record<string, unknown> | Fault> {
  const { extension, subschema } = step.owner;
  if (subschema === undefined) throw new Error('a document for nobody');
  const { document, variables } = documentOf(run, asked);
  const late = (error: Error): Fault => run.fault(error, extension);
  try {
    const result = subschema.execute({ document, variables, operationName: undefined, context: asked.context });
    const answer = await withinTime<ExecutionResult | Fault>(result, run.limitsOf(step.owner), late);
    if (answer instanceof Fault) return answer;
    const [first] = answer.errors ?? [];
    if (answer.data == null) return run.fault(first?.originalError ?? first, extension);
    for (const error of answer.errors ?? [])
      placeFault(answer.data, error.path ?? [], run.fault(causeOf(error), extension));
    return answer.data;
  } catch (error) {
    return run.fault(error, extension);
  }
}

/** What was thrown; an error of a document's has a path of its own, which is not the client's. */
function causeOf(error: GraphQLError): unknown {
  return error.originalError ?? new GraphQLError(error.message, { extensions: error.extensions });
}

function placeFault(data: object, path: readonly (string | number)[], fault: Fault): void {
  let holder = data;
  for (const key of path) {
    const value: unknown = Reflect.get(holder, key);
    if (value === null) Reflect.set(holder, key, fault);
    if (typeof value !== 'object' || value === null) return;
    holder = value;
  }
}

function documentOf(
  { plan, request }: StepRun,
  { operation, selections, definitions = [], variables: own }: Asked,
): { readonly document: DocumentNode; readonly variables: Record<string, unknown> } {
  const used = new Set<string>();
  visit(selectionSet(selections), { Variable: ({ name }) => void used.add(name.value) });
  const forwarded = (plan.operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const names = forwarded
    .map(({ variable }) => variable.name.value)
    .filter((name) => Object.hasOwn(request.rawVariables, name));
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation,
        variableDefinitions: [...definitions, ...forwarded],
        selectionSet: selectionSet(selections),
      },
    ],
  };
  return {
    document,
    variables: { ...Object.fromEntries(names.map((name) => [name, request.rawVariables[name]])), ...own },
  };
}

/** A field of a step, with all below it that came with it. */
function fieldNode({ key, name, nodes, child }: FieldPlan): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: key },
    name: { kind: Kind.NAME, value: name },
    arguments: nodes[0]?.arguments ?? [],
    ...(child === undefined ? {} : { selectionSet: selectionSet(selectionsBelow(child)) }),
  };
}

function selectionsBelow(child: ChildPlan): readonly SelectionNode[] {
  if (child.abstract === undefined) return ownFields(child.level(child.possible[0] ?? ''));
  if (child.typing !== undefined) return untypedFields(child, child.typing);
  const members = child.possible.map((type) => fragmentOn(type, ownFields(child.level(type))));
  return [typenameAs(typeAlias), ...members];
}

/** Fragments on types that the extension does not know would be nothing to it: it is asked for all that any of them wants. */
function untypedFields(child: ChildPlan, { level }: TypingPlan): readonly SelectionNode[] {
  const all = [level, ...child.possible.map((type) => child.level(type))].flatMap(ownFields);
  const keyOf = (node: SelectionNode): string =>
    node.kind === Kind.FIELD ? (node.alias?.value ?? node.name.value) : '';
  return [...new Map(all.map((node) => [keyOf(node), node])).values()];
}

function fragmentOn(type: string, selections: readonly SelectionNode[]): SelectionNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: selectionSet(selections),
  };
}

function ownFields({ steps }: LevelPlan): readonly SelectionNode[] {
  const fields = steps.find(({ kind }) => kind === 'own')?.fields ?? [];
  return fields.length === 0 ? [typenameAs('__typename')] : fields.map(fieldNode);
}

function typenameAs(alias: string): FieldNode {
  const name = { kind: Kind.NAME as const, value: '__typename' };
  return { kind: Kind.FIELD, name, alias: { kind: Kind.NAME, value: alias } };
}

function selectionSet(selections: readonly SelectionNode[]) {
  return { kind: Kind.SELECTION_SET as const, selections };
}
