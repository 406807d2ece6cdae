import {
  defaultFieldResolver,
  execute,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  getNullableType,
  isObjectType,
  Kind,
  OperationTypeNode,
  responsePathAsArray,
} from 'graphql';
import type { Composition } from '#engine';
import type { Context } from '#extension-api';
import { relaxedSchema } from '../../src/engine/subschema/relaxed-schema.ts';

/** What one run of a merged schema knows of lists with `@gather`. */
export interface JoinedErrors {
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The errors of the parts that are missing, at the path of the list. */
  readonly missing: GraphQLError[];
  /** All errors of such parts: any of them may be the one that is reported. */
  readonly possible: GraphQLError[];
}

const runs = new WeakMap<Context, JoinedErrors>();
const trials = new WeakSet<Context>();

export function noteJoined(context: Context, variables: JoinedErrors['variables'] = {}): JoinedErrors {
  const run: JoinedErrors = { variables, missing: [], possible: [] };
  runs.set(context, run);
  return run;
}

/** A run that only finds out whether a part would break. Its calls do not count. */
export function isTrial(context: unknown): boolean {
  return typeof context === 'object' && context !== null && trials.has(context as Context);
}

type FieldResolver = GraphQLFieldResolver<unknown, Context>;

/** Gives fields with `@gather` a resolver that concatenates, and those with `@dispatch` one that chooses. */
export function resolveJoined(
  schema: GraphQLSchema,
  { types }: Composition,
  resolverOf: (extension: string, type: string, field: string) => FieldResolver | undefined,
): void {
  for (const { name: typeName, fields } of types.values()) {
    const type = schema.getType(typeName);
    for (const [name, { sources, parts, dispatch }] of fields) {
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      if (field === undefined) continue;
      const resolver = (extension = ''): FieldResolver => resolverOf(extension, typeName, name) ?? defaultFieldResolver;
      if (parts !== undefined) field.resolve = gathered(schema, field, [...parts.keys()].map(resolver));
      if (dispatch !== undefined)
        field.resolve = (parent, args, context, info) => {
          const target = dispatch.targets.get(String(args[dispatch.by])) ?? sources[0];
          return resolver(target)(parent, args, context, info);
        };
    }
  }
}

/** graphql-js itself says of each part whether it breaks, in an operation of its own. */
function gathered(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  resolvers: readonly FieldResolver[],
): FieldResolver {
  const place = (info: GraphQLResolveInfo): string => `${info.parentType.name}.${info.fieldName}`;
  let trial: Trial | undefined;
  return async (parent, args, context, info) => {
    trial ??= new Trial(schema, field);
    const checked = trial;
    const found = await Promise.all(
      resolvers.map(async (resolve) => {
        const part = await settled(() => resolve(parent, structuredClone(args), context, info));
        return { part, errors: await checked.errorsOf(part, place(info), { context, info }) };
      }),
    );
    const broken = found.filter(({ errors }) => errors.length > 0);
    const [first, ...others] = broken.flatMap(({ errors }) => errors.slice(0, 1));
    const isLost = broken.length === found.length;
    runs.get(context)?.missing.push(...(isLost || first === undefined ? others : [first, ...others]));
    if (isLost) throw first?.originalError ?? first;
    return found.flatMap(({ part, errors }) =>
      errors.length === 0 && 'value' in part ? Array.from(part.value as Iterable<unknown>) : [],
    );
  };
}

type Part = { readonly value: unknown } | { readonly error: unknown };

async function settled(work: () => unknown): Promise<Part> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

class Trial {
  readonly #strict: GraphQLSchema;
  readonly #relaxed: GraphQLSchema;

  constructor(schema: GraphQLSchema, { type }: GraphQLField<unknown, unknown>) {
    const query = new GraphQLObjectType<Part, Context>({
      name: 'PartQuery',
      fields: {
        part: {
          type: getNullableType(type),
          resolve: (part) => {
            if ('error' in part) throw part.error;
            return part.value;
          },
        },
      },
    });
    const { types } = schema.toConfig();
    this.#strict = new GraphQLSchema({ query, types, assumeValid: true });
    this.#relaxed = relaxedSchema(this.#strict);
  }

  /** The errors of a part that breaks, at the place of the list. */
  async errorsOf(
    part: Part,
    place: string,
    { context, info }: { readonly context: Context; readonly info: GraphQLResolveInfo },
  ): Promise<readonly GraphQLError[]> {
    const at = (error: GraphQLError): GraphQLError =>
      new GraphQLError(error.message, {
        nodes: info.fieldNodes,
        path: responsePathAsArray(info.path),
        ...(error.originalError === undefined ? {} : { originalError: error.originalError }),
        extensions: error.extensions,
      });
    const { data, errors = [] } = await this.#run(this.#strict, part, { context, info });
    if (data?.part !== null && data?.part !== undefined) return [];
    if (errors.length === 0) return [at(new GraphQLError(`Cannot return null for non-nullable field ${place}.`))];
    const all = await this.#run(this.#relaxed, part, { context, info });
    runs.get(context)?.possible.push(...errors.map(at), ...(all.errors ?? []).map(at));
    return errors.map(at);
  }

  async #run(
    schema: GraphQLSchema,
    part: Part,
    { context, info }: { readonly context: Context; readonly info: GraphQLResolveInfo },
  ) {
    const own = { ...context };
    trials.add(own);
    const { variables } = runs.get(context) ?? noteJoined(own);
    noteJoined(own, variables);
    const selections = info.fieldNodes.map((node) => {
      const { alias: _alias, directives: _directives, arguments: _arguments, ...bare } = node;
      return { ...bare, name: { kind: Kind.NAME as const, value: 'part' } };
    });
    const operation = {
      ...info.operation,
      operation: OperationTypeNode.QUERY,
      selectionSet: { kind: Kind.SELECTION_SET as const, selections },
    };
    return execute({
      schema,
      document: { kind: Kind.DOCUMENT, definitions: [operation, ...Object.values(info.fragments)] },
      rootValue: part,
      variableValues: variables,
      contextValue: own,
    });
  }
}
