import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  specifiedScalarTypes,
} from 'graphql';

/**
 * A copy of the schema with nullable outputs, for documents of the gateway. An error leaves a null at its own place
 * only. The gateway applies null propagation to the joined answer.
 */
export function relaxedSchema(schema: GraphQLSchema): GraphQLSchema {
  const relax = <Source, Context>(field: GraphQLFieldConfig<Source, Context>): GraphQLFieldConfig<Source, Context> => ({
    ...field,
    type: relaxedType(field.type),
  });
  const relaxed = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: relax,
    [MapperKind.INTERFACE_FIELD]: relax,
  }).toConfig();
  // A variable of a built-in type may stand inside a custom scalar's literal, even if the SDL never uses that type.
  for (const type of relaxed.types) keepDefaults(type, schema.getType(type.name));
  const types = new Set([...relaxed.types, ...specifiedScalarTypes]);
  return new GraphQLSchema({ ...relaxed, types: [...types], assumeValid: true });
}

/** mapSchema() prints and parses default values, which changes those of some scalars. */
function keepDefaults(type: GraphQLNamedType, original: GraphQLNamedType | undefined): void {
  if (isInputObjectType(type) && isInputObjectType(original)) {
    const fields = original.getFields();
    for (const field of Object.values(type.getFields())) field.defaultValue = fields[field.name]?.defaultValue;
  }
  if (!hasFields(type) || !hasFields(original)) return;
  const fields = original.getFields();
  for (const { name, args } of Object.values(type.getFields())) {
    const known = new Map(fields[name]?.args.map((argument) => [argument.name, argument.defaultValue]));
    for (const argument of args) argument.defaultValue = known.get(argument.name);
  }
}

function hasFields(type: GraphQLNamedType | undefined): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

/** Makes the copy on first use, since not every gateway needs it. */
export function lazilyRelaxed(schema: GraphQLSchema): () => GraphQLSchema {
  let relaxed: GraphQLSchema | undefined;
  return () => {
    relaxed ??= relaxedSchema(schema);
    return relaxed;
  };
}

function relaxedType(type: GraphQLOutputType): GraphQLOutputType {
  const nullable = getNullableType(type);
  return isListType(nullable) ? new GraphQLList(relaxedType(nullable.ofType)) : nullable;
}
