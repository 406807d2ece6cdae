import {
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLInputField,
  GraphQLSchema,
  type InputValueDefinitionNode,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isTypeDefinitionNode,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  type NameNode,
  ProvidedRequiredArgumentsRule,
  print,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueInputFieldNamesRule,
  validate,
  validateSchema,
  valueFromAST,
} from 'graphql';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { federationDirectives } from '../../subschema/federation.ts';
import { placeOf } from './collect-types.ts';

/**
 * The rules of graphql-js for directives. Its other rules for SDL cannot fail here: each type comes once, with no extension beside it.
 * The names in it are checked below, and `checkTypes` reports types that are not defined, with the nearest name.
 */
const rules = [
  KnownDirectivesRule,
  UniqueDirectivesPerLocationRule,
  KnownArgumentNamesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  ProvidedRequiredArgumentsRule,
];

/** Against which the types are checked: they make up the whole schema. */
const nothing = new GraphQLSchema({ assumeValid: true });

/** The rules of the GraphQL specification, for all extensions' types together and for the schema that they make. */
export function checkSdl(definitions: readonly DefinitionNode[], schema: GraphQLSchema): readonly Finding[] {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...federationDirectives.definitions, ...definitions],
  };
  const errors = validate(nothing, document, rules, { maxErrors: Number.POSITIVE_INFINITY });
  const found = [...definitions.flatMap(namesTwice), ...errors.map(findingOf)];
  if (found.length > 0) return found;
  const broken = validateSchema(schema).map(findingOf);
  return broken.length > 0 ? broken : wrongDefaults(schema);
}

/** Fields, values and arguments that are defined a second time. */
function namesTwice(definition: DefinitionNode): readonly Finding[] {
  if (definition.kind === Kind.DIRECTIVE_DEFINITION)
    return twice(definition.arguments, (name) => `Argument "@${definition.name.value}(${name}:)"`);
  if (!isTypeDefinitionNode(definition)) return [];
  const type = definition.name.value;
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION)
    return twice(definition.values, (name) => `Enum value "${type}.${name}"`);
  if (!('fields' in definition)) return [];
  const fields: readonly (FieldDefinitionNode | InputValueDefinitionNode)[] = definition.fields ?? [];
  const inArguments = fields.flatMap((field) =>
    'arguments' in field ? twice(field.arguments, (name) => `Argument "${type}.${field.name.value}(${name}:)"`) : [],
  );
  return [...twice(fields, (name) => `Field "${type}.${name}"`), ...inArguments];
}

function twice(
  nodes: readonly { readonly name: NameNode }[] = [],
  describe: (name: string) => string,
): readonly Finding[] {
  return [...Map.groupBy(nodes, ({ name }) => name.value)].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      findingAt(`${describe(name)} can only be defined once.`, [first?.name ?? other.name, other.name]),
    ),
  );
}

/** graphql-js takes any default value, and hands on undefined where it is not of the type. */
function wrongDefaults(schema: GraphQLSchema): readonly Finding[] {
  const inputs = Object.values(schema.getTypeMap()).flatMap(
    (type): readonly (GraphQLArgument | GraphQLInputField)[] => {
      if (isInputObjectType(type)) return Object.values(type.getFields());
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      return Object.values(type.getFields()).flatMap(({ args }) => args);
    },
  );
  return inputs.flatMap(({ name, type, astNode }) => {
    const value = astNode?.defaultValue;
    if (value?.loc === undefined || valueFromAST(value, type) !== undefined) return [];
    const what = `the default of "${name}", ${print(value)}, is not a value of ${String(type)}`;
    return errorFinding('SCHEMA_INVALID', { where: placeOf(value), what });
  });
}

function findingOf(error: GraphQLError): Finding {
  return findingAt(error.message, error.nodes ?? []);
}

function findingAt(what: string, nodes: readonly ASTNode[]): Finding {
  const [first, ...related] = nodes.filter((node) => node.loc !== undefined).map(placeOf);
  return errorFinding('SCHEMA_INVALID', {
    where: first ?? { file: 'the stitched schema' },
    what,
    ...(related.length === 0 ? {} : { related }),
  });
}
