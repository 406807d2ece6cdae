import { type GraphQLField, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { isObject, throwIfErrors } from '#base';
import type { ResolverFile } from '#engine';
import type { Context, Resolver, TypeResolvers } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { keyOf, type RootField } from './delegated-document.ts';
import { checkRedeclaredFields, MeshDelegate, type MeshDelegateParts } from './mesh-delegate.ts';

/** The resolvers of an extension's Mesh, and its `context.mesh`. Throws StartupError for fields that it writes otherwise. */
export function delegateToMesh(manifest: ExtensionManifest, parts: Omit<MeshDelegateParts, 'extension'>) {
  const delegate = new MeshDelegate({ ...parts, extension: manifest.id });
  throwIfErrors(checkRedeclaredFields(manifest, delegate));
  return { resolvers: meshResolvers(delegate), ask: delegate.ask.bind(delegate) };
}

/**
 * Resolvers for Mesh's schema. Each root field asks Mesh for all selections below it. Other fields are then
 * properties of the result, so only those with arguments need a resolver.
 */
function meshResolvers(delegate: MeshDelegate): ResolverFile {
  const { mesh, scope } = delegate;
  const value: Record<string, TypeResolvers> = {};
  const [query, mutation] = [mesh.schema.getQueryType(), mesh.schema.getMutationType()];
  add('Query', Object.values(query?.getFields() ?? {}), (field) => rootResolver(delegate, 'query', field));
  add('Mutation', Object.values(mutation?.getFields() ?? {}), (field) => rootResolver(delegate, 'mutation', field));
  for (const type of Object.values(mesh.schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && type !== query && type !== mutation)
      add(
        type.name,
        Object.values(type.getFields()).filter(({ args }) => args.length > 0),
        propertyResolver,
      );
  return { file: mesh.manifest.file, value };

  function add(type: string, fields: readonly Field[], resolverOf: (field: Field) => Resolver): void {
    const composed = scope.composition.types.get(type)?.fields;
    const own = fields.filter(
      ({ name }) => composed?.get(name)?.sources.includes(scope.extension) && !scope.isOwn(type, name),
    );
    if (own.length > 0) value[type] = Object.fromEntries(own.map((field) => [field.name, resolverOf(field)]));
  }
}

type Field = GraphQLField<unknown, unknown>;

function rootResolver(delegate: MeshDelegate, operation: RootField['operation'], field: Field): Resolver {
  return (_root: unknown, args: RootField['args'], context: Context, info: GraphQLResolveInfo) =>
    delegate.resolve({ operation, field, args, forCode: false }, { context, info });
}

/** Reads the property by response key. An object of the extension's own has it under the field's name. */
function propertyResolver(field: Field): Resolver {
  return (parent: unknown, args: object, context: Context, info: GraphQLResolveInfo) => {
    if (!isObject(parent)) return undefined;
    const key = keyOf(field, args);
    if (Object.hasOwn(parent, key)) return parent[key];
    const value = parent[field.name];
    return typeof value === 'function' ? Reflect.apply(value, parent, [args, context, info]) : value;
  };
}
