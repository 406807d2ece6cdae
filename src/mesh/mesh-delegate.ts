import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isSpecifiedScalarType,
} from 'graphql';
import { didYouMean } from '../base/findings/did-you-mean.ts';
import type { ExtensionId } from '../base/ids.ts';
import type { Composition } from '../engine/subschema/composition.ts';
import { type DescribedResolvers, hasResolver } from '../engine/subschema/describe-resolvers.ts';
import type { Context } from '../extension-api.ts';
import { type Delegation, type DelegationScope, delegatedDocument, type RootField } from './delegated-document.ts';
import type { OpenMesh } from './open-mesh.ts';
import { placeErrors } from './place-errors.ts';

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
  async ask(name: string, args: Readonly<Record<string, unknown>>, at: MeshPlace): Promise<unknown> {
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

  /**
   * Executes a root field. Its objects have properties by response key ({@link keyOf}), with errors in their
   * places.
   */
  async resolve(root: Delegation, { context, info }: MeshPlace): Promise<unknown> {
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

/** Context and place of a call in the operation. */
export interface MeshPlace {
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
