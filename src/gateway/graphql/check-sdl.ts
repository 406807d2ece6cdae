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
  if (errors.length > 0) return errors.map(findingOf);
  const broken = validateSchema(schema).map(findingOf);
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
    return errorFinding('SCHEMA_INVALID', { where: placeOf(value), what });
  });
}

function findingOf(error: GraphQLError): Finding {
  const [first, ...related] = (error.nodes ?? []).filter((node) => node.loc !== undefined).map(placeOf);
  return errorFinding('SCHEMA_INVALID', {
    where: first ?? { file: 'the stitched schema' },
    what: error.message,
    ...(related.length === 0 ? {} : { related }),
  });
}
