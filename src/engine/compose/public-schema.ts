import { stitchSchemas } from '@graphql-tools/stitch';
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLNamedType,
  GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { Row } from '../replay/answer-run.ts';
import { replayResolver } from '../replay/replay-resolver.ts';
import type { Composition } from '../subschema/composition.ts';
import type { Subschema } from '../subschema/subschema.ts';

const plumbing: ReadonlySet<string> = new Set(['Query._entities', 'Query._service']);
const plumbingTypes: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service']);

const withoutParser = new GraphQLScalarType({ name: 'WithoutParser' });

/** The schemas of one composition. They are the same object when no field is internal. */
export interface ShopSchemas {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  /** What extensions see by `context.query`: internal fields too. */
  readonly inner: GraphQLSchema;
}

/** Stitches the subschemas, and removes what clients must not see. */
export function shopSchemas(composition: Composition, subschemas: readonly Subschema[]): ShopSchemas {
  const { inaccessible, internal } = composition;
  // Where extensions differ, stitching would take the last definition.
  const joined = composition.differs ? composition.schema : stitched(composition, subschemas);
  const hidden = (name: string): boolean => inaccessible.has(name) || plumbing.has(name) || plumbingTypes.has(name);
  const without = (isHidden: typeof hidden): GraphQLSchema => {
    const schema = withoutHidden(joined, isHidden, (type) => asLeaf(type, subschemas));
    for (const type of Object.values(schema.getTypeMap())) {
      // Stitching takes a description from the last extension that knows the type, and a stub has none.
      type.description ??= composition.schema.getType(type.name)?.description;
      resolveByRows(type);
    }
    return schema;
  };
  const inner = without(hidden);
  return { inner, schema: internal.size === 0 ? inner : without((name) => hidden(name) || internal.has(name)) };
}

/** The same schemas without resolvers. */
export function bareSchemas({ schema, inaccessible, internal }: Composition): ShopSchemas {
  const inner = inaccessible.size === 0 ? schema : withoutHidden(schema, (name) => inaccessible.has(name));
  return { inner, schema: internal.size === 0 ? inner : withoutHidden(inner, (name) => internal.has(name)) };
}

function stitched({ types, own }: Composition, subschemas: readonly Subschema[]): GraphQLSchema {
  const entities = [...types.values()].flatMap(({ name, keys }) =>
    [...keys].flatMap(([extension, selections]) => (selections.length > 0 ? [{ name, extension }] : [])),
  );
  const entitiesOf = Map.groupBy(entities, ({ extension }) => extension);
  return stitchSchemas({
    subschemas: subschemas.map(({ schema, extension }) => ({
      schema,
      merge: Object.fromEntries(
        (entitiesOf.get(extension) ?? []).map(({ name }) => [name, { fieldName: '_entities' }]),
      ),
    })),
    typeDefs: own,
    mergeTypes: true,
    assumeValid: true,
  });
}

/**
 * Leaf types that do not serialise: subschemas have done so. Input is parsed by the subschemas' types, since
 * stitching drops the parsers of scalars.
 */
function asLeaf(type: GraphQLNamedType, subschemas: readonly Subschema[]): GraphQLNamedType | undefined {
  if (isScalarType(type) && !isSpecifiedScalarType(type)) {
    const scalars = subschemas.map(({ schema }) => schema.getType(type.name)).filter(isScalarType);
    const parser = scalars.find(({ parseValue }) => parseValue !== withoutParser.parseValue) ?? scalars[0];
    const { parseValue, parseLiteral } = (parser ?? type).toConfig();
    return new GraphQLScalarType({ ...type.toConfig(), parseValue, parseLiteral, serialize: (value) => value });
  }
  if (!isEnumType(type)) return undefined;
  const values = Object.entries(type.toConfig().values).map(([name, value]) => [name, { ...value, value: name }]);
  return new GraphQLEnumType({ ...type.toConfig(), values: Object.fromEntries(values) });
}

function resolveByRows(type: GraphQLNamedType): void {
  if (isInterfaceType(type) || isUnionType(type))
    type.resolveType = (value) => (value instanceof Row ? value.type : undefined);
  // graphql-js shares its introspection types among all schemas of the process.
  if (!isObjectType(type) || type.name.startsWith('__')) return;
  type.isTypeOf = null;
  for (const field of Object.values(type.getFields())) field.resolve = replayResolver;
}

/**
 * The schema without the hidden types, fields, arguments and values, given by name (`Type.field`). It also replaces
 * types, in the same pass, because each pass copies the schema.
 */
export function withoutHidden(
  schema: GraphQLSchema,
  hidden: (name: string) => boolean,
  replacement: (type: GraphQLNamedType) => GraphQLNamedType | undefined = () => undefined,
): GraphQLSchema {
  const field = <Source, Context>(
    config: GraphQLFieldConfig<Source, Context>,
    name: string,
    type: string,
  ): GraphQLFieldConfig<Source, Context> | null => {
    if (hidden(`${type}.${name}`)) return null;
    const seen = Object.entries(config.args ?? {}).filter(([argument]) => !hidden(`${type}.${name}.${argument}`));
    return { ...config, args: Object.fromEntries(seen) };
  };
  // A root type may have hidden fields alone.
  const isEmpty = (type: GraphQLNamedType): boolean => {
    if (isUnionType(type)) return type.getTypes().every(({ name }) => hidden(name));
    const parts = isEnumType(type)
      ? type.getValues()
      : 'getFields' in type
        ? Object.values(type.getFields())
        : undefined;
    return parts?.every(({ name }: { readonly name: string }) => hidden(`${type.name}.${name}`)) === true;
  };
  return mapSchema(schema, {
    [MapperKind.TYPE]: (type) => (hidden(type.name) || isEmpty(type) ? null : replacement(type)),
    [MapperKind.OBJECT_FIELD]: field,
    [MapperKind.INTERFACE_FIELD]: field,
    [MapperKind.INPUT_OBJECT_FIELD]: (config, name, type) => (hidden(`${type}.${name}`) ? null : config),
    [MapperKind.ENUM_VALUE]: (config, type, _schema, name) => (hidden(`${type}.${name}`) ? null : config),
  });
}
