import type { ErrorObject } from 'ajv';
import { didYouMean } from '../base/findings/did-you-mean.ts';
import type { Finding } from '../base/findings/startup-error.ts';
import { isObject } from '../base/is-object.ts';
import type { MeshManifest } from '../extensions/manifest.ts';
import { exportsOf, type MeshPackages } from './mesh-packages.ts';

/**
 * Validates `.meshrc.yaml` against the JSON Schemas of Mesh and its handlers. The findings are warnings: Mesh
 * accepts unknown options, because a newer handler may know them, so a misspelt option would otherwise be ignored
 * silently.
 */
export async function checkConfig(mesh: MeshManifest, packages: MeshPackages): Promise<readonly Finding[]> {
  const { jsonSchema } = exportsOf(packages.find('@graphql-mesh/types') && packages.load('@graphql-mesh/types'));
  if (!isObject(jsonSchema)) return [];
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, validateFormats: false });
  const { $schema: _draft, ...schema } = jsonSchema;
  if (ajv.validate(schema, mesh.value)) return [];
  const known = new Set<string>();
  return deepest(ajv.errors ?? []).flatMap((error): readonly Finding[] => {
    const { path, what, fix } = wordsOf(error);
    if (what === undefined || known.has(`${path} ${what}`)) return [];
    known.add(`${path} ${what}`);
    return [{ code: 'MESHRC_INVALID', severity: 'warning', where: mesh.placeOf(path), what, fix }];
  });
}

/**
 * Filters the errors of `anyOf`, where each alternative reports its own. An option that one alternative allows is
 * no error. Of the others, the deepest errors belong to the alternative that was meant.
 */
function deepest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const taken = (name: string, at: string): boolean =>
    errors.some(({ instancePath, parentSchema }) => instancePath === at && hasProperty(parentSchema, name));
  return errors.filter(({ keyword, instancePath, params }) => {
    if (keyword === 'anyOf' || keyword === 'required') return false;
    if (errors.some((other) => other.instancePath.startsWith(`${instancePath}/`))) return false;
    return keyword !== 'additionalProperties' || !taken(String(params.additionalProperty), instancePath);
  });
}

function hasProperty(schema: unknown, name: string): boolean {
  return isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, name);
}

const documentation = 'Write it as the documentation of GraphQL Mesh says: https://the-guild.dev/graphql/mesh/docs.';

interface Words {
  readonly path: readonly (string | number)[];
  readonly what: string | undefined;
  readonly fix: string;
}

function wordsOf({ keyword, instancePath, params, parentSchema, message }: ErrorObject): Words {
  const path = instancePath.split('/').slice(1).map(stepOf);
  if (keyword !== 'additionalProperties') return { path, what: message, fix: documentation };
  const name = String(params.additionalProperty);
  const names = isObject(parentSchema) && isObject(parentSchema.properties) ? Object.keys(parentSchema.properties) : [];
  return {
    path: [...path, name],
    what: `"${name}" is no option that GraphQL Mesh knows here`,
    fix: didYouMean(name, names),
  };
}

function stepOf(step: string): string | number {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(text) ? Number(text) : text;
}
