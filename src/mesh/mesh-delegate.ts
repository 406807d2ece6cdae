import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { didYouMean, type ExtensionId, errorFinding, type Finding, isObject } from '#base';
import { type Composition, type DescribedResolvers, hasResolver, writtenFields } from '#engine';
import type { Context } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { type Delegation, type DelegationScope, delegatedDocument, type RootField } from './delegated-document.ts';
import type { OpenMesh } from './open-mesh.ts';

export interface MeshDelegateParts {
  readonly extension: ExtensionId;
  readonly mesh: OpenMesh;
  readonly composition: Composition;
  /** The extension's own resolvers, which stand before Mesh's. */
  readonly resolvers: readonly DescribedResolvers[];
}

/** Delegates fields of an extension to its Mesh. */
export class MeshDelegate {
  readonly mesh: OpenMesh;
  readonly scope: DelegationScope;

  constructor({ extension, mesh, composition, resolvers }: MeshDelegateParts) {
    this.mesh = mesh;
    const isOwn = (type: string, field: string): boolean => hasResolver(resolvers, type, field);
    this.scope = { extension, schema: mesh.schema, composition, isOwn };
  }

  /** `context.mesh`: queries a root field by name, with the selections of the field that is being resolved. */
  async ask(name: string, args: Readonly<Record<string, unknown>>, at: MeshCall): Promise<unknown> {
    const { schema } = this.mesh;
    const roots = [rootOf('query', schema.getQueryType()), rootOf('mutation', schema.getMutationType())];
    const [root] = roots.filter(({ fields }) => fields[name] !== undefined);
    const field = root?.fields[name];
    if (root === undefined || field === undefined) {
      const names = roots.flatMap(({ fields }) => Object.keys(fields));
      throw new Error(`context.mesh: the sources have no root field "${name}". ${didYouMean(name, names)}`);
    }
    return this.resolve({ operation: root.operation, field, args, forCode: true }, at);
  }

  /** Executes a root field. Its objects have properties by response key ({@link keyOf}), and errors in their places. */
  async resolve(root: Delegation, { context, info }: MeshCall): Promise<unknown> {
    for (const argument of root.field.args) checkInput(argument, root.args);
    const { document, variables, key } = delegatedDocument(this.scope, root, info);
    const { data, errors } = await this.mesh.execute({ document, variables, context });
    const whole = placeErrors(data, errors);
    if (whole !== undefined) throw whole;
    const value = data?.[key];
    // Thrown, so that it counts as a failed call for the circuit breaker.
    if (value instanceof Error) throw value;
    return value;
  }
}

/** Context of a call, and its field in the operation. */
export interface MeshCall {
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
}

function rootOf(operation: RootField['operation'], type: GraphQLObjectType | null | undefined) {
  return { operation, fields: type?.getFields() ?? {} };
}

/** Validates arguments with Mesh's custom scalars, because the gateway's schema accepts any value for them. */
function checkInput({ name, type }: GraphQLArgument, args: Readonly<Record<string, unknown>>): void {
  if (isSpecifiedScalarType(getNamedType(type)) || !Object.hasOwn(args, name)) return;
  coerceInputValue(args[name], type, (path, _value, { message }) => {
    const where = [name, ...path].join('.');
    throw new GraphQLError(`"${where}": ${message}`, { extensions: { code: 'BAD_USER_INPUT' } });
  });
}

/** Puts each error at its path in the data, where the gateway finds it. Returns the first whose path is not there. */
function placeErrors(
  data: unknown,
  errors: readonly { readonly path: readonly (string | number)[]; readonly error: Error }[],
): Error | undefined {
  let whole: Error | undefined;
  for (const { path, error } of errors) if (!put(data, path, error)) whole ??= error;
  return whole;
}

function put(data: unknown, path: readonly (string | number)[], error: Error): boolean {
  let place: unknown = data;
  for (const [at, step] of path.entries()) {
    const isLast = at === path.length - 1;
    if (!(isObject(place) || Array.isArray(place))) return false;
    const value: unknown = Reflect.get(place, step);
    if (isLast || value === null || value === undefined) return Reflect.set(place, step, error);
    place = value;
  }
  return false;
}

/** Reports fields of a source that the extension's own SDL declares with another signature and without a resolver. */
export function checkRedeclaredFields(
  { sdl }: Pick<ExtensionManifest, 'sdl'>,
  { mesh, scope }: MeshDelegate,
): readonly Finding[] {
  const { schema } = mesh;
  const roots: Readonly<Record<string, GraphQLNamedType | null | undefined>> = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
  };
  const own = sdl.filter(({ file }) => file !== mesh.manifest.file);
  return [...writtenFields(own).values()].flatMap(({ type, field, where }) => {
    const given = fieldOf(roots[type] ?? schema.getType(type), field);
    const written = fieldOf(scope.composition.schema.getType(type), field);
    if (given === undefined || written === undefined || scope.isOwn(type, field)) return [];
    const [here, there] = [signatureOf(written), signatureOf(given)];
    if (here === there) return [];
    const what = `writes "${type}.${field}" as ${here}, but its source in .meshrc.yaml gives ${there}`;
    const related = mesh.manifest.sources.map((source) => source.where);
    return [errorFinding('TYPE_DIFFERS', { where, what, fix: 'Write it as the source does, or resolve it.', related })];
  });
}

type Field = GraphQLField<unknown, unknown>;

function fieldOf(type: GraphQLNamedType | null | undefined, name: string): Field | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

function signatureOf({ args, type }: Field): string {
  const written = args.map((argument) => `${argument.name}: ${argument.type}`).toSorted();
  return written.length === 0 ? String(type) : `(${written.join(', ')}): ${type}`;
}
