import { type DefinitionNode, isTypeDefinitionNode, Kind } from 'graphql';
import { didYouMean, directivesOf, discoverExtensions, isObject, namedTypeOf, readConfig } from 'stoa/tooling';
import { allPages } from '../../shop/index.ts';
import { NewPartError, type OpenField } from './new-part.ts';

/** What of a new part the shop decides. */
interface Asked {
  /** Path of gateway.yaml. */
  readonly file: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Without a gateway.yaml that can be read, a shop has no extensions. */
async function readFiles(file: string) {
  const { config } = await readConfig(file, { environment: process.env });
  return { config, manifests: config === undefined ? [] : (await discoverExtensions(config)).manifests };
}

/**
 * The page on which a component is to stand: its path, and who may see a private one, as code. Empty without a page.
 * Throws NewPartError.
 */
export async function findPage({ file, options: { page } }: Asked): Promise<Readonly<Record<string, string>>> {
  if (page === undefined || page === 'all') return {};
  const { config, manifests } = await readFiles(file);
  const pages = config && allPages(config, manifests);
  const found = pages?.[page];
  if (found?.access === 'public') return { url: found.path };
  const permissions = found?.permissions.map((permission) => `'${permission}'`) ?? [];
  if (found !== undefined) return { url: found.path, user: `{ permissions: [${permissions.join(', ')}] }` };
  throw new NewPartError(
    `there is no page "${page}" in ${file}`,
    `Its pages are ${['all', ...Object.keys(pages ?? {})].join(', ')}. "npx stoa new page" adds one.`,
  );
}

/** A payload of the event that a subscriber takes, as code. Undefined when no extension of the shop describes it. */
export async function findPayload({ file, options }: Asked): Promise<string | undefined> {
  const { manifests } = await readFiles(file);
  const event = manifests.flatMap(({ events }) => events).find(({ name }) => name === options.event);
  if (event === undefined) return undefined;
  const { properties, required } = event.schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const described = isObject(properties) ? properties : {};
  return names.length === 0 ? '{}' : `{ ${names.map((name) => `${name}: ${sampleOf(described[name])}`).join(', ')} }`;
}

function sampleOf(schema: unknown): string {
  const { type, enum: choices, minimum = 1 } = isObject(schema) ? schema : {};
  if (Array.isArray(choices)) return JSON.stringify(choices[0]);
  if (type === 'integer' || type === 'number') return String(minimum);
  if (type === 'boolean') return 'true';
  if (type === 'array') return '[]';
  return type === 'object' ? '{}' : "'1'";
}

/** Finds a field of the shop to which others may add, by `Type.field`. Throws NewPartError. */
export async function findOpenField(name: string, file: string): Promise<OpenField> {
  const { manifests } = await readFiles(file);
  const definitions = manifests.flatMap(({ sdl }) => sdl.flatMap(({ document }) => document.definitions));
  const open = new Map(definitions.flatMap((node) => openFields(node, definitions)));
  const found = open.get(name);
  if (found !== undefined) return found;
  const fix = open.size === 0 ? 'Its owner writes @gather on a list.' : didYouMean(name, [...open.keys()]);
  throw new NewPartError(`no extension lets others add to "${name}"`, fix);
}

function openFields(node: DefinitionNode, all: readonly DefinitionNode[]): readonly (readonly [string, OpenField])[] {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
  const type = node.name.value;
  return (node.fields ?? []).flatMap((field) => {
    const isGathered = directivesOf(field, 'gather').length > 0;
    if (!isGathered && directivesOf(field, 'dispatch').length === 0) return [];
    const item = all.filter(isTypeDefinitionNode).find(({ name }) => name.value === namedTypeOf(field.type));
    return [[`${type}.${field.name.value}`, { type, field, item, isGathered }] as const];
  });
}
