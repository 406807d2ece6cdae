import { type DefinitionNode, type FieldDefinitionNode, Kind, print } from 'graphql';
import { directivesOf, type ExtensionManifest, namedTypeOf } from 'stoa/tooling';
import type { ExtensionContract } from '../../shop/index.ts';
import type { Mocks } from './stand-in-resolvers.ts';

type Neighbours = Readonly<Record<string, ExtensionContract['gives']>>;

/**
 * A stand-in that adds made-up items to the extension's own lists with `@gather`. It adds to all of them, or to those
 * for which there is a mock.
 */
export function madeUpContributor(
  { sdl }: Pick<ExtensionManifest, 'sdl'>,
  { all, mocks }: { readonly all: boolean; readonly mocks: Mocks },
): Neighbours {
  const definitions = sdl.flatMap(({ document }) => document.definitions);
  const isWanted = (type: string, field: FieldDefinitionNode): boolean => {
    const entry = mocks[type];
    const isOpen = [...directivesOf(field, 'gather'), ...directivesOf(field, 'dispatch')].length > 0;
    return isOpen && (all || (typeof entry === 'object' && Object.hasOwn(entry, field.name.value)));
  };
  const open = definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    const type = node.name.value;
    return (node.fields ?? []).filter((field) => isWanted(type, field)).map((field) => ({ type, field }));
  });
  if (open.length === 0) return {};
  const items = new Map(open.map(({ field }) => [namedTypeOf(field.type), itemTexts(field, definitions)]));
  const fields = open.map(({ type, field }) => `extend type ${type} { ${contribution(field, definitions)} }`);
  // A caller names a type of the contributor for a field with @dispatch.
  const sdlTexts = ['type MadeUpContribution { id: ID }', ...[...items.values()].flat(), ...fields];
  return { 'made-up-contributor': { sdl: sdlTexts, routes: {}, components: {} } };
}

function definitionOf(name: string, definitions: readonly DefinitionNode[]): DefinitionNode | undefined {
  return definitions.find(
    ({ kind, ...node }) => kind.endsWith('Definition') && 'name' in node && node.name?.value === name,
  );
}

/** The types of its own that a contributor needs for the items of a list. */
function itemTexts({ type }: FieldDefinitionNode, definitions: readonly DefinitionNode[]): readonly string[] {
  const name = namedTypeOf(type);
  const item = definitionOf(name, definitions);
  if (item?.kind === Kind.UNION_TYPE_DEFINITION)
    return [`type MadeUp${name} { madeUp: ID! }`, `extend union ${name} = MadeUp${name}`];
  if (item?.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [];
  const interfaces = [name, ...(item.interfaces ?? []).map((node) => node.name.value)].join(' & ');
  return [`type MadeUp${name} implements ${interfaces} { ${(item.fields ?? []).map(bareField).join(' ')} }`];
}

function bareField({ name, type, arguments: args = [] }: FieldDefinitionNode): string {
  const written = args.map((argument) => print({ ...argument, directives: [] }));
  return `${name.value}${written.length === 0 ? '' : `(${written.join(', ')})`}: ${print(type)}`;
}

function contribution(field: FieldDefinitionNode, definitions: readonly DefinitionNode[]): string {
  const item = definitionOf(namedTypeOf(field.type), definitions);
  const [key] = item?.kind === Kind.OBJECT_TYPE_DEFINITION ? directivesOf(item, 'key') : [];
  const provides = key === undefined ? '' : ` ${print(key).replace('@key', '@provides')}`;
  return `${bareField(field)} @contribute${provides}`;
}
