import {
  type DocumentNode,
  GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  parseType,
  print,
  TypeInfo,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { writeOperation } from './random-operation.ts';
import type { Pick } from './random-shop.ts';

export interface RandomRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A query or, now and then, a mutation; some of its arguments' values come as variables. */
export function randomRequest(schema: GraphQLSchema, pick: Pick): RandomRequest {
  const isMutation = pick(6) === 0 && schema.getMutationType() != null;
  const document = isMutation ? randomMutation(schema, pick) : parse(writeOperation(schema, pick));
  return withVariables(document, schema, pick);
}

/** Some fields of Mutation, one after the other, each with a selection of its own. */
function randomMutation(schema: GraphQLSchema, pick: Pick): DocumentNode {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const written = Array.from({ length: 1 + pick(3) }, (_, index) => {
    const field = fields[pick(fields.length)];
    const type = field === undefined ? undefined : getNamedType(field.type);
    if (field === undefined || type === undefined) throw new Error('no mutation');
    const named = field.args.some((argument) => argument.name === 'type') ? `, type: "Spec${pick(4)}"` : '';
    const call = `m${index}: ${field.name}(id: "${1 + pick(3)}"${named})`;
    if (!isObjectType(type)) return { field: `${call} { __typename }`, fragments: '' };
    const below = new GraphQLSchema({ ...schema.toConfig(), query: type, mutation: null });
    const text = writeOperation(below, pick).replaceAll(/\bF(\d+)\b/g, `F${index}_$1`);
    const [head, ...fragments] = text.split('\n');
    const selection = head?.replace(/^query \(.*?\) /, '') ?? '';
    return { field: `${call} ${selection}`, fragments: fragments.join('\n') };
  });
  const body = `{ ${written.map(({ field }) => field).join(' ')} }\n${written.map(({ fragments }) => fragments).join('\n')}`;
  const declared = ['$yes: Boolean = true', '$no: Boolean = false'].filter((one) => body.includes(one.slice(0, 3)));
  return parse(`mutation ${declared.length === 0 ? '' : `(${declared.join(', ')})`} ${body}`);
}

/** Replaces some values of arguments by variables of their types. */
function withVariables(document: DocumentNode, schema: GraphQLSchema, pick: Pick): RandomRequest {
  const variables: Record<string, unknown> = {};
  const definitions: VariableDefinitionNode[] = [];
  const types = new TypeInfo(schema);
  const replaced: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, {
      Argument: (node) => {
        const type = types.getInputType();
        const isDirective = types.getDirective() !== null && types.getDirective() !== undefined;
        if (type === null || type === undefined || isDirective || node.value.kind === Kind.VARIABLE || pick(2) === 0)
          return undefined;
        const value = `v${definitions.length}`;
        const variable = { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value } };
        definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) });
        variables[value] = valueFromASTUntyped(node.value);
        return { ...node, value: variable };
      },
    }),
  );
  const query = print(
    visit(replaced, {
      OperationDefinition: (node) => ({
        ...node,
        variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions],
      }),
    }),
  );
  return { query, variables };
}
