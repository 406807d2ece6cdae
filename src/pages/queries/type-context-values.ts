import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  isNonNullType,
  Kind,
  parseType,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Finding, nearestName } from '#base';
import { takesText } from './coerce-text.ts';
import type { ContextValueNames } from './context-values.ts';
import type { ContextVariable, ContextVariables } from './context-variables.ts';

export interface TypingScope {
  readonly schema: GraphQLSchema;
  readonly names: ContextValueNames;
  /** The message for any other name. */
  readonly lacks: (name: string) => string;
  readonly variables: ContextVariables;
}

export interface TypedQuery {
  /** Each call is a variable with the type of its location, and a name that no text can contain. */
  readonly document: DocumentNode;
  readonly variables: ReadonlyMap<string, ContextVariable>;
  readonly problems: readonly QueryProblem[];
}

export interface QueryProblem extends Pick<Finding, 'code' | 'what' | 'fix'> {
  readonly offset: number;
}

/** Gives each `getContextValue` the type of its location. */
export function typeContextValues(
  document: DocumentNode,
  calls: ReadonlyMap<string, string>,
  scope: TypingScope,
): TypedQuery {
  const variables = new Map<string, ContextVariable>();
  const problems: QueryProblem[] = [];
  const info = new TypeInfo(scope.schema);
  const typed = visit(
    document,
    visitWithTypeInfo(info, {
      [Kind.VARIABLE]: (node) => {
        const value = calls.get(node.name.value);
        if (value === undefined) return undefined;
        const problem = nameProblem(value, node, scope);
        if (problem !== undefined) {
          problems.push(problem);
          return { kind: Kind.NULL };
        }
        const type = locationType(info);
        if (!takesText(type)) problems.push(objectProblem(node, type));
        const variable = scope.variables.of(value, type);
        const name = `(${variable.name})`;
        variables.set(name, variable);
        return { ...node, name: { ...node.name, value: name } };
      },
    }),
  );
  return { document: withDefinitions(typed, variables), variables, problems };
}

/** The input type at the current location in the document. */
function locationType(info: TypeInfo): GraphQLInputType {
  const type = info.getInputType();
  // A custom scalar's literal, such as the params of `url`, gives no types. Validation rejects other untyped locations.
  if (!type) return GraphQLString;
  // A non-null location with a default accepts an absent value.
  return isNonNullType(type) && info.getDefaultValue() !== undefined ? type.ofType : type;
}

function nameProblem(value: string, node: VariableNode, scope: TypingScope): QueryProblem | undefined {
  const { names, lacks } = scope;
  if (names.has(value)) return undefined;
  const nearest = nearestName(value, names.keys());
  const known = [...names].map(([name, { nullable }]) => (nullable ? `${name} (may be null)` : name)).toSorted();
  const didYouMean = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return {
    code: 'CONTEXT_VALUE_UNKNOWN',
    offset: node.loc?.start ?? 0,
    what: lacks(value),
    fix: `${didYouMean}There are: ${known.join(', ')}.`,
  };
}

function objectProblem(node: VariableNode, type: GraphQLInputType): QueryProblem {
  return {
    code: 'CONTEXT_VALUE_MISUSED',
    offset: node.loc?.start ?? 0,
    what: `a context value is a text, and none can be ${type}`,
    fix: 'Write the object, and use getContextValue("...") for values in it.',
  };
}

function withDefinitions(document: DocumentNode, variables: ReadonlyMap<string, ContextVariable>): DocumentNode {
  const added = [...variables].map(([name, { type }]) => variableDefinition(name, type));
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] }
      : node,
  );
  return { ...document, definitions };
}

export function variableDefinition(name: string, type: GraphQLInputType): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: parseType(String(type), { noLocation: true }),
  };
}
