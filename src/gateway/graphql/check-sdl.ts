import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  KnownTypeNamesRule,
  print,
  validateSchema,
  valueFromAST,
} from 'graphql';
import { specifiedSDLRules } from 'graphql/validation/specifiedRules.js';
import { validateSDL } from 'graphql/validation/validate.js';
import { didYouMean } from '../../base/did-you-mean.ts';
import { splitAdvice } from '../../base/graphql-fixes.ts';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { federationDirectives } from '../../subschema/federation.ts';
import { placeOf } from './collect-types.ts';

/** Types that nobody defines are reported by checkTypes, with the nearest name. */
const rules = specifiedSDLRules.filter((rule) => rule !== KnownTypeNamesRule);

/** The rules of the GraphQL specification, for all extensions' types together and for the schema that they make. */
export function checkSdl(definitions: readonly DefinitionNode[], schema: GraphQLSchema): readonly Finding[] {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...federationDirectives.definitions, ...definitions],
  };
  const errors = validateSDL(document, null, rules);
  if (errors.length > 0) return errors.map((error) => findingOf(error, schema));
  const broken = validateSchema(schema).map((error) => findingOf(error, schema));
  return broken.length > 0 ? broken : wrongDefaults(schema);
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
    return errorFinding('SCHEMA_INVALID', { where: placeOf(value), what, fix: `Write a ${String(type)}.` });
  });
}

function findingOf(error: GraphQLError, schema: GraphQLSchema): Finding {
  const [first, ...related] = (error.nodes ?? []).filter((node) => node.loc !== undefined).map(placeOf);
  return errorFinding('SCHEMA_INVALID', {
    where: first ?? { file: 'the stitched schema' },
    ...splitAdvice(error.message, schemaFix(error.message, schema)),
    ...(related.length === 0 ? {} : { related }),
  });
}

const schemaFixes: readonly (readonly [message: RegExp, fix: string])[] = [
  [/may not be used on/, 'Move the directive to where it may stand, or remove it.'],
  [/can only be defined once|There can be only one|already exists/, 'Keep one of them.'],
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
