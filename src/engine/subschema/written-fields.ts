import {
  type GraphQLSchema,
  getLocation,
  isObjectType,
  isTypeDefinitionNode,
  Kind,
  type TypeNode,
  visit,
} from 'graphql';
import type { Place } from '#base';
import type { SdlFile } from './composition.ts';
import { hasDirective } from './federation.ts';

/** A field that an extension's own SDL resolves. */
export interface WrittenField {
  readonly type: string;
  readonly field: string;
  /** The name of its type, without lists and non-null. */
  readonly returns: string;
  readonly contributes: boolean;
  readonly where: Place;
}

/** By `Type.field`. Includes `@external` fields only on request. */
export function writtenFields(
  sdl: readonly SdlFile[],
  { external = false }: { readonly external?: boolean } = {},
): ReadonlyMap<string, WrittenField> {
  const fields = new Map<string, WrittenField>();
  for (const { file, document } of sdl) {
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
      for (const node of definition.fields ?? []) {
        if (!external && hasDirective(node, 'external')) continue;
        const [type, field] = [definition.name.value, node.name.value];
        const place = node.loc === undefined ? {} : getLocation(node.loc.source, node.loc.start);
        const [returns, contributes] = [namedTypeOf(node.type), hasDirective(node, 'contribute')];
        fields.set(`${type}.${field}`, { type, field, returns, contributes, where: { file, ...place } });
      }
    }
  }
  return fields;
}

/**
 * The types, and `Type.field`, that an extension's SDL names and its subschema may lack, because an extension to which
 * it contributes is not enabled. Empty where no contribution rests.
 */
export function restingNames(sdl: readonly SdlFile[], schema: GraphQLSchema): ReadonlySet<string> {
  const resting = [...writtenFields(sdl).values()].filter(({ type, field, contributes }) => {
    const object = contributes ? schema.getType(type) : undefined;
    return contributes && !(isObjectType(object) && object.getFields()[field] !== undefined);
  });
  const names = new Set(resting.map(({ type, field }) => `${type}.${field}`));
  if (names.size === 0) return names;
  for (const { document } of sdl) {
    for (const node of document.definitions) if ('name' in node) names.add(node.name?.value ?? '');
    visit(document, { NamedType: ({ name }) => void names.add(name.value) });
  }
  return names;
}

/** Where an extension defines a type. */
export function placeOfType(sdl: readonly SdlFile[], name: string): Place | undefined {
  for (const { file, document } of sdl) {
    const definition = document.definitions.find((node) => isTypeDefinitionNode(node) && node.name.value === name);
    if (definition?.loc !== undefined) return { file, ...getLocation(definition.loc.source, definition.loc.start) };
  }
  return undefined;
}

/** The name of a type, without lists and non-null. */
export function namedTypeOf(node: TypeNode): string {
  return 'name' in node ? node.name.value : namedTypeOf(node.type);
}

export function isList(type: TypeNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE;
}
