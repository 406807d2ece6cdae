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
import { didYouMean, errorFinding, type Finding, splitSuggestion } from '#base';
import { federationDirectives } from '../../subschema/federation.ts';
import { placeOf } from '../sdl/collect-types.ts';

/**
 * graphql-js's rules for directives. Its other SDL rules cannot fail here, because each type comes once. The code
 * below checks names, and `checkTypes` reports undefined types.
 */
const rules = [
  KnownDirectivesRule,
  UniqueDirectivesPerLocationRule,
  KnownArgumentNamesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  ProvidedRequiredArgumentsRule,
];

/** Definitions are validated against an empty schema, since they are the whole schema. */
const nothing = new GraphQLSchema({ assumeValid: true });

/** Checks the joined definitions, and the schema made of them, by the rules of the GraphQL specification. */
export function checkSdl(definitions: readonly DefinitionNode[], schema: GraphQLSchema): readonly Finding[] {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...federationDirectives.definitions, ...definitions],
  };
  const errors = validate(nothing, document, rules, { maxErrors: Number.POSITIVE_INFINITY });
  const found = [...definitions.flatMap(namesTwice), ...errors.map((error) => findingOf(error, schema))];
  if (found.length > 0) return found;
  const broken = validateSchema(schema).map((error) => findingOf(error, schema));
  return broken.length > 0 ? broken : wrongDefaults(schema);
}

/** Fields, values and arguments that are defined twice. */
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
      findingAt({ what: `${describe(name)} can only be defined once.`, fix: 'Keep one of them.' }, [
        first?.name ?? other.name,
        other.name,
      ]),
    ),
  );
}

/** graphql-js accepts any default value, and passes undefined where it does not fit the type. */
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
    return errorFinding('SCHEMA_INVALID', { where: placeOf(value), what, fix: `Write a ${String(type)}.` });
  });
}

function findingOf({ message, nodes = [] }: GraphQLError, schema: GraphQLSchema): Finding {
  return findingAt(splitSuggestion(message, schemaFix(message, schema)), nodes);
}

function findingAt(words: Pick<Finding, 'what' | 'fix'>, nodes: readonly ASTNode[]): Finding {
  const [first, ...related] = nodes.filter((node) => node.loc !== undefined).map(placeOf);
  return errorFinding('SCHEMA_INVALID', {
    where: first ?? { file: 'the stitched schema' },
    ...words,
    ...(related.length === 0 ? {} : { related }),
  });
}

const schemaFixes: readonly (readonly [message: RegExp, fix: string])[] = [
  [/may not be used on/, 'Move the directive to where it may stand, or remove it.'],
  [/There can be only one|can only be used once/, 'Keep one of them.'],
  [/does not provide it/, 'Add it to the type, or take the interface out of "implements".'],
  [/must define one or more/, 'Give it at least one, or remove the type.'],
  [/begin with "__"/, 'Choose a name that does not begin with two underscores.'],
  [/is required, but it was not provided/, 'Write the argument.'],
];

function schemaFix(message: string, schema: GraphQLSchema): string {
  const [, directive] = /^Unknown directive "@(\w+)"/.exec(message) ?? [];
  if (directive !== undefined) return didYouMean(`@${directive}`, directiveNames(schema));
  const found = schemaFixes.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? 'Correct the SDL there. The rules: https://spec.graphql.org/October2021/#sec-Type-System.';
}

function directiveNames(schema: GraphQLSchema): readonly string[] {
  const federation = federationDirectives.definitions.flatMap((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [],
  );
  return [...new Set([...federation, ...schema.getDirectives().map(({ name }) => name)])].map((name) => `@${name}`);
}
