import { type GraphQLField, type GraphQLNamedType, isInterfaceType, isObjectType } from 'graphql';
import { errorFinding, type Finding } from '#base';
import { writtenFields } from '#engine';
import type { ExtensionManifest } from '#extensions';
import type { MeshDelegate } from './mesh-delegate.ts';

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
