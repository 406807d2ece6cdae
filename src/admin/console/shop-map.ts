import { isAbsolute, relative } from 'node:path';
import {
  type FieldDefinitionNode,
  getLocation,
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  print,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';
import { compareText, type Place } from '#base';
import type { ExtensionManifest, SdlFile } from '#extensions';
import type { Gateway } from '#gateway';
import { everyPage, type PageComponent } from '#pages';

export type MappedExtension = ReturnType<typeof mapShop>[number];

/** Lists what each extension adds, with its file, in the order of gateway.yaml. */
export function mapShop({ manifests, pages, config }: Gateway) {
  const { folder } = config;
  // Components of every page belong to each page. The set removes duplicates.
  const components = new Set([...pages.groups.values()].flatMap((page) => page.components));
  return manifests.map((manifest) => ({
    id: manifest.id,
    version: manifest.version,
    folder: relativePath(manifest.folder, folder),
    declaredAt: relativePlace(manifest.declaredAt, folder),
    routes: routesOf(manifest, folder),
    types: typesOf(manifest.sdl, folder),
    components: [...components]
      .filter(({ extension }) => extension === manifest.id)
      .map((component) => placed(component, config.pages[component.group]?.path, folder))
      .toSorted((a, b) => compareText(a.page, b.page) || a.sortOrder - b.sortOrder || compareText(a.name, b.name)),
    migrations: manifest.migrations.map(({ name }) => name),
  }));
}

function routesOf({ endpoints }: ExtensionManifest, folder: string) {
  return endpoints
    .map(({ routeId, methods, path, access, permissions, handlers, source }) => ({
      name: routeId,
      methods,
      path,
      access: [access, ...permissions].join(' '),
      handlers: handlers.map(({ name }) => name),
      at: relativePlace(source, folder),
    }))
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.name, b.name));
}

function placed(
  { name, group, layout, hydrate, areas, file }: PageComponent,
  path: string | undefined,
  folder: string,
) {
  return {
    name,
    page: group === everyPage ? 'every page' : group,
    path,
    area: layout.areaId,
    sortOrder: layout.sortOrder,
    hydrate,
    offers: areas,
    // A component is its whole file, so it begins at line 1.
    at: relativePlace({ file, line: 1 }, folder),
  };
}

const kinds: Readonly<Record<TypeDefinitionNode['kind'], string>> = {
  ObjectTypeDefinition: 'type',
  InterfaceTypeDefinition: 'interface',
  InputObjectTypeDefinition: 'input',
  EnumTypeDefinition: 'enum',
  UnionTypeDefinition: 'union',
  ScalarTypeDefinition: 'scalar',
};
const rootTypes = ['Query', 'Mutation', 'Subscription'];

/** What an extension's SDL defines, and what it adds to types of others. */
export function typesOf(sdl: readonly SdlFile[], folder: string) {
  const written = sdl.flatMap(({ file, document }) =>
    document.definitions.flatMap((node) => {
      const isExtension = isTypeExtensionNode(node);
      if (!isExtension && !isTypeDefinitionNode(node)) return [];
      const at = ({ loc }: Pick<typeof node, 'loc'>): string =>
        relativePlace(
          { file, ...(loc === undefined ? {} : { line: getLocation(loc.source, loc.start).line }) },
          folder,
        );
      const name = node.name.value;
      return [
        {
          name,
          /** Whether another extension defines the type, and this one adds fields to it. */
          isExtended: isExtension || rootTypes.includes(name),
          kind: isExtension ? 'type' : kinds[node.kind],
          at: at(node.name),
          fields: fieldsOf(node, at),
        },
      ];
    }),
  );
  // Root types come first, since readers look for queries and mutations.
  const rank = ({ name }: { readonly name: string }): number =>
    rootTypes.includes(name) ? rootTypes.indexOf(name) : rootTypes.length;
  return written.toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.isExtended) - Number(a.isExtended) || compareText(a.name, b.name),
  );
}

interface MappedField {
  readonly name: string;
  /** The arguments of a field, or the default of an input field, as written. */
  readonly takes: string;
  readonly returns: string;
  readonly at: string;
}

/** Fields, enum values and members of a union. */
function fieldsOf(
  node: TypeDefinitionNode | TypeExtensionNode,
  at: (place: Pick<TypeDefinitionNode, 'loc'>) => string,
): readonly MappedField[] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_EXTENSION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_EXTENSION:
      return (node.fields ?? []).map((field) => ({
        name: field.name.value,
        takes: takesOf(field),
        returns: print(field.type),
        at: at(field.name),
      }));
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_EXTENSION:
      return (node.values ?? []).map((value) => ({ name: value.name.value, takes: '', returns: '', at: at(value) }));
    case Kind.UNION_TYPE_DEFINITION:
    case Kind.UNION_TYPE_EXTENSION:
      return (node.types ?? []).map((type) => ({ name: type.name.value, takes: '', returns: '', at: at(type) }));
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.SCALAR_TYPE_EXTENSION:
      return [];
  }
}

function takesOf(field: FieldDefinitionNode | InputValueDefinitionNode): string {
  if (field.kind === Kind.INPUT_VALUE_DEFINITION)
    return field.defaultValue === undefined ? '' : `= ${print(field.defaultValue)}`;
  const { arguments: taken = [] } = field;
  const texts = taken.map(({ name, type, defaultValue }) => {
    return `${name.value}: ${print(type)}${defaultValue === undefined ? '' : ` = ${print(defaultValue)}`}`;
  });
  return texts.length === 0 ? '' : `(${texts.join(', ')})`;
}

/** A position for people: relative to gateway.yaml's folder if the file lies inside, with line and column. */
export function relativePlace({ file, line, column }: Place, folder: string): string {
  return [relativePath(file, folder), line, column].filter((part) => part !== undefined).join(':');
}

export function relativePath(file: string, folder: string): string {
  const near = relative(folder, file);
  if (near === '') return '.';
  return near.startsWith('..') || isAbsolute(near) ? file : near;
}
