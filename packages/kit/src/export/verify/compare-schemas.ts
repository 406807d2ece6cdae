import {
  buildClientSchema,
  type GraphQLArgument,
  type GraphQLDirective,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLType,
  getNamedType,
  type IntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printType,
} from 'graphql';

/** Lines of two schemas that are in one of them alone. Without `ours` and `theirs`, a client sees the same. */
export interface SchemaDifference {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** A rule: directives of the supergraph, and scalars that only they take, which Hive Gateway shows to clients. */
  readonly directives: readonly string[];
  /** A rule: subscriptions of a source, which Stoa does not have. */
  readonly subscriptions: readonly string[];
}

/**
 * Compares what clients see: types, fields, arguments, defaults, descriptions and directives, in any order. Settings
 * are changed at the gateway alone.
 */
export function compareSchemas(ours: GraphQLSchema, introspection: IntrospectionQuery): SchemaDifference {
  const shown = buildClientSchema(introspection);
  const [own, other] = [withoutSettings(ours), shown].map(linesOf);
  const added = without(other, own);
  const directives = added.filter((line) => isOfDirectives(line, shown));
  const root = ours.getSubscriptionType() ? undefined : shown.getSubscriptionType()?.name;
  const subscriptions = added.filter((line) => root !== undefined && line.startsWith(`${root}: `));
  const theirs = added.filter((line) => !directives.includes(line) && !subscriptions.includes(line));
  return { ours: without(own, other), theirs, directives, subscriptions };
}

/** The schema without the gateway's own fields of settings, which are in no export. */
export function withoutSettings(schema: GraphQLSchema): GraphQLSchema {
  const { query, mutation, types, ...parts } = schema.toConfig();
  const { liveSettings, shopPermissions, ...asked } = query?.toConfig().fields ?? {};
  const { changeSettings, ...changed } = mutation?.toConfig().fields ?? {};
  const own = changeSettings ?? liveSettings;
  if (own === undefined) return schema;
  const rest = (type: typeof query, fields: typeof asked) =>
    type && Object.keys(fields).length > 0 ? new GraphQLObjectType({ ...type.toConfig(), fields }) : undefined;
  const others = types.filter((type) => type !== query && type !== mutation && type !== getNamedType(own.type));
  return new GraphQLSchema({ ...parts, types: others, query: rest(query, asked), mutation: rest(mutation, changed) });
}

function isOfDirectives(line: string, schema: GraphQLSchema): boolean {
  const scalar = /^(\w+): scalar \w+$/.exec(line)?.[1];
  return line.startsWith('directive @') || (scalar !== undefined && !isUsed(scalar, schema));
}

/** Whether a field or an argument of one has the type. */
function isUsed(name: string, schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    .flatMap((type): readonly { readonly type: GraphQLType; readonly args?: readonly GraphQLArgument[] }[] =>
      Object.values(type.getFields()),
    )
    .some(({ type, args = [] }) =>
      [type, ...args.map((each) => each.type)].some((each) => getNamedType(each).name === name),
    );
}

/** Each line with the name of the type that it belongs to. */
function linesOf(schema: GraphQLSchema): readonly string[] {
  const sorted = lexicographicSortSchema(schema);
  const types = Object.values(sorted.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  return [
    ...types.flatMap((type) =>
      printType(type)
        .split('\n')
        .map((line) => `${type.name}: ${line.trim()}`),
    ),
    ...sorted
      .getDirectives()
      .filter((each) => !isSpecifiedDirective(each))
      .map(lineOfDirective),
  ];
}

function lineOfDirective({ name, args, locations }: GraphQLDirective): string {
  return `directive @${name}(${args.map((argument) => `${argument.name}: ${argument.type}`)}) on ${locations.join(' | ')}`;
}

function without(lines: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
