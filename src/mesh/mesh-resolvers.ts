import {
  coerceInputValue,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { isObject } from '../base/is-object.ts';
import type { Context, Resolver, TypeResolvers } from '../extension-api.ts';
import type { ResolverFile } from '../subschema/check-resolvers.ts';
import { type DelegationScope, delegatedDocument, keyOf } from './delegated-document.ts';
import type { OpenMesh } from './open-mesh.ts';
import { placeErrors } from './place-errors.ts';

export interface MeshResolverParts {
  readonly mesh: OpenMesh;
  /** All extensions' types together. */
  readonly shop: GraphQLSchema;
  /** The extension's own resolvers, which stand before Mesh's. */
  readonly resolvers: readonly ResolverFile[];
}

/**
 * Mesh's schema as resolvers of the extension: each root field asks Mesh for all that is selected below it, so that everything else
 * is a property of what it gave, except for fields with arguments.
 */
export function meshResolvers({ mesh, shop, resolvers }: MeshResolverParts): ResolverFile {
  const isOwn = (type: string, field: string): boolean =>
    resolvers.some(({ value }) => isObject(value) && isObject(value[type]) && Object.hasOwn(value[type], field));
  const scope: DelegationScope = { schema: mesh.schema, shop, resolves: (type, field) => !isOwn(type, field) };
  const value: Record<string, TypeResolvers> = {};
  const roots = { Query: mesh.schema.getQueryType(), Mutation: mesh.schema.getMutationType() };
  for (const [type, root] of Object.entries(roots))
    add(type, Object.values(root?.getFields() ?? {}), (field) => rootResolver(mesh, scope, field));
  for (const type of Object.values(mesh.schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && !Object.values(roots).includes(type))
      add(type.name, Object.values(type.getFields()).filter(hasArguments), propertyResolver);
  return { file: mesh.manifest.file, value };

  function add(type: string, fields: readonly Field[], resolverOf: (field: Field) => Resolver): void {
    const view = shop.getType(type);
    const known = isObjectType(view) ? view.getFields() : {};
    const own = fields.filter(({ name }) => known[name] !== undefined && !isOwn(type, name));
    if (own.length > 0) value[type] = Object.fromEntries(own.map((field) => [field.name, resolverOf(field)]));
  }
}

type Field = GraphQLField<unknown, unknown>;

function hasArguments({ args }: Field): boolean {
  return args.length > 0;
}

function propertyResolver(field: Field): Resolver {
  return (parent: Readonly<Record<string, unknown>>, args: object) => parent[keyOf(field, args)];
}

function rootResolver(mesh: OpenMesh, scope: DelegationScope, field: Field): Resolver {
  const checked = field.args.filter(({ type }) => !isSpecifiedScalarType(getNamedType(type)));
  return async (
    _root: unknown,
    args: Readonly<Record<string, unknown>>,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<unknown> => {
    for (const { name, type } of checked) if (Object.hasOwn(args, name)) checkInput(args[name], type, name);
    const { document, variables, key } = delegatedDocument(scope, { field, args }, info);
    const { data, errors } = await mesh.execute({ document, variables, context });
    const whole = placeErrors(data, errors);
    if (whole !== undefined) throw whole;
    return data?.[key];
  };
}

/** What the gateway's schema takes for any value (a scalar of Mesh's) is looked at by Mesh's own type, and refused in its words. */
function checkInput(value: unknown, type: GraphQLInputType, argument: string): void {
  coerceInputValue(value, type, (path, _value, { message }) => {
    const where = [argument, ...path].join('.');
    throw new GraphQLError(`"${where}": ${message}`, { extensions: { code: 'BAD_USER_INPUT' } });
  });
}
