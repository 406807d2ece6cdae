import {
  type ASTNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type SelectionSetNode,
  type StringValueNode,
  visit,
} from 'graphql';
import {
  directivesOf,
  type ExtensionManifest,
  fieldSetOf,
  namedTypeOf,
  type Place,
  placeOf,
  rootTypes,
  type TypePart,
} from 'stoa/tooling';
import type { ShopState } from './shop-state.ts';

/** A use of a type or field in the SDL of another extension, or in the `uses` of its package.json. */
export interface SdlUse {
  readonly extension: string;
  readonly coordinate: string;
  /** `extends Product`, `requires Product.price for Product.label`, `refers to Product in Review.product` */
  readonly how: string;
  readonly where: Place;
}

export function sdlUses({ collected, manifests }: Pick<ShopState, 'collected' | 'manifests'>): readonly SdlUse[] {
  const named = manifests.flatMap(({ id, uses }) =>
    uses.map(({ field, where }): SdlUse => ({ extension: id, coordinate: field, how: 'names it in "uses"', where })),
  );
  const parts = [...collected.types.values()].flat();
  return [...parts.flatMap((part) => usesOfPart(part, collected.types)), ...named];
}

type Types = ShopState['collected']['types'];

function usesOfPart({ extension, shape, nodes }: TypePart, types: Types): readonly SdlUse[] {
  if (extension === undefined) return [];
  const type = shape.name.value;
  const use = (coordinate: string, how: string, where: Place): SdlUse => ({ extension, coordinate, how, where });
  const extended = rootTypes.has(type) ? [] : nodes.filter(isTypeExtensionNode);
  return [
    ...extended.map((node) => use(type, `extends ${type}`, placeOf(node))),
    ...shape.fields.flatMap((field) => usesOfField(type, field, { use, types })),
    ...shape.inputFields.map((field) => typeUse(`${type}.${field.name.value}`, field, use)),
    ...[...shape.interfaces, ...shape.members].map((node) =>
      use(node.name.value, `refers to it in ${type}`, placeOf(node)),
    ),
  ];
}

type Use = (coordinate: string, how: string, where: Place) => SdlUse;

function usesOfField(
  type: string,
  field: FieldDefinitionNode,
  { use, types }: { readonly use: Use; readonly types: Types },
): readonly SdlUse[] {
  const name = `${type}.${field.name.value}`;
  const selections = (['requires', 'provides'] as const).flatMap((directive) =>
    directivesOf(field, directive).flatMap((node) => {
      const parent = directive === 'requires' ? type : namedTypeOf(field.type);
      const selection = fieldSetOf(node);
      return selection === undefined
        ? []
        : selectedFields(parent, selection, types).map((each) =>
            use(each, `${directive} it for ${name}`, placeOf(field)),
          );
    }),
  );
  const external = directivesOf(field, 'external').map(() => use(name, 'has it as @external', placeOf(field)));
  const contributed = directivesOf(field, 'contribute').map(() => use(name, 'contributes to it', placeOf(field)));
  const given = (field.arguments ?? []).map((argument) => typeUse(`${name}(${argument.name.value})`, argument, use));
  return [typeUse(name, field, use), ...given, ...selections, ...external, ...contributed];
}

/** Coordinates of the fields in a selection of a type, at every depth. */
function selectedFields(type: string, { selections }: SelectionSetNode, types: Types): readonly string[] {
  return selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const fields = (types.get(type) ?? []).flatMap(({ shape }) => shape.fields);
    const field = fields.find(({ name }) => name.value === node.name.value);
    const below =
      field === undefined || node.selectionSet === undefined
        ? []
        : selectedFields(namedTypeOf(field.type), node.selectionSet, types);
    return [`${type}.${node.name.value}`, ...below];
  });
}

function typeUse(name: string, node: FieldDefinitionNode | InputValueDefinitionNode, use: Use): SdlUse {
  return use(namedTypeOf(node.type), `refers to it in ${name}`, placeOf(node));
}

/** Place and extension of each coordinate's definition (`Product`, `Product.price`, `Query.products.first`). */
export function definitionsOf({ collected }: Pick<ShopState, 'collected'>): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  for (const { extension, shape, defines } of [...collected.types.values()].flat()) {
    if (extension === undefined) continue;
    const type = shape.name.value;
    const note = (coordinate: string, node: ASTNode): void => {
      if (!found.has(coordinate)) found.set(coordinate, { extension, where: placeOf(node) });
    };
    if (defines) note(type, shape.name);
    for (const field of shape.fields) {
      // The field is that of its owner.
      if (['contribute', 'external'].some((name) => directivesOf(field, name).length > 0)) continue;
      note(`${type}.${field.name.value}`, field);
      for (const argument of field.arguments ?? [])
        note(`${type}.${field.name.value}.${argument.name.value}`, argument);
    }
    for (const node of [...shape.inputFields, ...shape.values]) note(`${type}.${node.name.value}`, node);
  }
  return found;
}

export interface Definition {
  readonly extension: string;
  readonly where: Place;
}

/** The permissions that SDL asks for by `@requiresScopes`. */
export function scopesIn(sdl: ExtensionManifest['sdl']): readonly StringValueNode[] {
  const scopes: StringValueNode[] = [];
  for (const { document } of sdl)
    visit(document, {
      [Kind.DIRECTIVE]: (node) =>
        node.name.value === 'requiresScopes'
          ? void visit(node, { [Kind.STRING]: (text) => void scopes.push(text) })
          : undefined,
    });
  return scopes;
}
