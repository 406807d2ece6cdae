import {
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  print,
} from 'graphql';
import {
  type ComposedField,
  type Composition,
  composeGraphql,
  coreSchema,
  type ExtensionManifest,
  isExtensionId,
  namedTypeOf,
  rootTypes,
  selectedNames,
} from 'stoa/tooling';

/** A field that needs all of several extensions. Other engines ask the gateway for it. */
export interface JoinedField extends Pick<ComposedField, 'provides'> {
  readonly type: string;
  /** As its owner writes it. */
  readonly node: FieldDefinitionNode;
}

export interface ComposedShop {
  readonly manifests: readonly Pick<ExtensionManifest, 'id' | 'sdl'>[];
  readonly composition: Pick<Composition, 'subgraphs' | 'types' | 'schema' | 'internal'>;
}

/**
 * Those that clients see, and what requires such a list or an internal field: an engine would give it without the part
 * that is missing, and a total without a claim is no total.
 */
export function joinedFields({ types, schema, internal }: ComposedShop['composition']): readonly JoinedField[] {
  return [...types.values()].flatMap(({ name: type, fields }) => {
    const shape = schema.getType(type);
    const isJoined = ({ parts, dispatch, requires }: ComposedField): boolean => {
      const needs = [...requires.values()].flatMap(selectedNames);
      return (
        parts !== undefined ||
        dispatch !== undefined ||
        needs.some((name) => fields.get(name)?.parts !== undefined || internal.has(`${type}.${name}`))
      );
    };
    return [...fields].flatMap(([name, field]) => {
      const node = isObjectType(shape) ? shape.getFields()[name]?.astNode : undefined;
      return node && isJoined(field) && !internal.has(`${type}.${name}`)
        ? [{ type, node, provides: field.provides }]
        : [];
    });
  });
}

/**
 * The documents of a shop whose joined fields are in one subgraph more, and in no extension. `own` is its name. That
 * subgraph gives whole objects of types without a key, and references to the others. Where a joined field is of an
 * object, an engine finds the object there by its key.
 */
export function composeJoined(
  { manifests, composition }: ComposedShop,
  { joined, own }: { readonly joined: readonly JoinedField[]; readonly own: string },
): ReadonlyMap<string, DocumentNode> {
  if (!isExtensionId(own)) throw new Error(`no subgraph can be called "${own}"`);
  const taken = new Set(joined.map(({ type, node }) => `${type}.${node.name.value}`));
  const others = manifests.map(({ id, sdl }) => ({
    id,
    sdl: sdl.map(({ file, document }) => ({ file, document: withoutFields(document, taken) })),
  }));
  const definitions = [...joined.map(extensionWith), ...implementers(joined, composition)];
  const gateway = { id: own, sdl: [{ file: own, document: { kind: Kind.DOCUMENT, definitions } as const }] };
  const { subgraphs } = composeGraphql([...others, gateway], { own: coreSchema }).composition;
  const known = subgraphs.get(own)?.clientDocument.definitions.filter(isObjectNode) ?? [];
  const shared = new Set(known.flatMap((node) => (isValue(node) ? node.name.value : placesOf(node, 'external'))));
  const holders = new Set(joined.map(({ type }) => type));
  const gives = (node: ObjectNode) => withShareable(node, shared);
  return new Map(
    [...subgraphs].map(([id, { clientDocument }]) => {
      const edit = id === own ? (node: ObjectNode) => gives(asReference(node, holders)) : gives;
      const edited = clientDocument.definitions.map((node) => (isObjectNode(node) ? edit(node) : node));
      return [id, { ...clientDocument, definitions: edited }];
    }),
  );
}

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode;

function isObjectNode(node: DefinitionNode): node is ObjectNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
}

/** An object without a key: each subgraph that knows it gives all of it. */
function isValue(node: ObjectNode): boolean {
  return !rootTypes.has(node.name.value) && !has(node, 'key');
}

function has({ directives = [] }: Pick<ObjectNode, 'directives'>, name: string): boolean {
  return directives.some((node) => node.name.value === name);
}

function withoutFields(document: DocumentNode, taken: ReadonlySet<string>): DocumentNode {
  const definitions = document.definitions.flatMap((node): readonly DefinitionNode[] => {
    if (!isObjectNode(node)) return [node];
    const { value: type } = node.name;
    const fields = (node.fields ?? []).filter(
      (field) => !taken.has(`${type}.${field.name.value}`) || has(field, 'external'),
    );
    return fields.length === 0 && rootTypes.has(type) ? [] : [{ ...node, fields }];
  });
  return { ...document, definitions };
}

/** The fields with a directive, as `Type.field`. */
function placesOf({ name: type, fields = [] }: ObjectNode, directive: string): readonly string[] {
  return fields.flatMap((field) => (has(field, directive) ? `${type.value}.${field.name.value}` : []));
}

/**
 * The object as the gateway gives it: an engine asks others by its key, and the gateway for its own joined fields
 * alone. The gateway answers all of its fields, also those that the extensions of its items give instead of the owner.
 */
function asReference(node: ObjectNode, holders: ReadonlySet<string>): ObjectNode {
  const isOwn = ({ name }: ConstDirectiveNode): boolean => !['external', 'provides'].includes(name.value);
  const fields = node.fields?.map((field) => ({ ...field, directives: field.directives?.filter(isOwn) ?? [] })) ?? [];
  const isFound = holders.has(node.name.value);
  const directives =
    node.directives?.map((one) => (isFound || one.name.value !== 'key' ? one : withoutLookUp(one))) ?? [];
  return { ...node, fields, directives };
}

function withoutLookUp(key: ConstDirectiveNode): ConstDirectiveNode {
  const args = key.arguments?.filter(({ name }) => name.value === 'fields') ?? [];
  return { ...key, arguments: [...args, argument('resolvable', { kind: Kind.BOOLEAN, value: false })] };
}

function withShareable(node: ObjectNode, shared: ReadonlySet<string>): ObjectNode {
  const { name: type } = node;
  const share = <Node extends { readonly directives?: readonly ConstDirectiveNode[] }>(
    one: Node,
    name: string,
  ): Node =>
    shared.has(name) && !has(one, 'shareable')
      ? { ...one, directives: [...(one.directives ?? []), directive('shareable')] }
      : one;
  const fields = node.fields?.map((field) => share(field, `${type.value}.${field.name.value}`)) ?? [];
  return share({ ...node, fields }, type.value);
}

/** The field in an extension of its type, with all that some extension provides below it. */
function extensionWith({ type, node, provides }: JoinedField): ObjectTypeExtensionNode {
  const directives = node.directives?.filter(({ name }) => !['provides', 'requires'].includes(name.value)) ?? [];
  const given = [...provides.values()].flatMap(({ selections }) => selections.map((selection) => print(selection)));
  const provided =
    given.length === 0
      ? []
      : [directive('provides', [argument('fields', { kind: Kind.STRING, value: given.join(' ') })])];
  return extensionOf(type, { fields: [{ ...node, directives: [...directives, ...provided] }] });
}

/** The objects of all interfaces to which the fields lead. Composition adds types of other kinds by itself. */
function implementers(
  joined: readonly JoinedField[],
  { schema, internal }: ComposedShop['composition'],
): readonly ObjectTypeExtensionNode[] {
  const reached = new Set(joined.flatMap(({ node }) => schema.getType(namedTypeOf(node.type)) ?? []));
  const objects = new Set<GraphQLObjectType>();
  for (const type of reached) {
    if (isInterfaceType(type)) for (const object of schema.getPossibleTypes(type)) objects.add(object);
    for (const next of nextTypes(type, schema)) reached.add(next);
  }
  return [...objects].flatMap(({ name, astNode }) => {
    if (!astNode || internal.has(name)) return [];
    if (isValue(astNode)) return extensionOf(name, astNode);
    const directives = (astNode.directives ?? []).filter((node) => node.name.value === 'key').slice(0, 1);
    return extensionOf(name, { directives });
  });
}

/** What the gateway's subgraph must know beside a type: of an object with a key, only that key. */
function nextTypes(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  const isWhole = isInterfaceType(type) || (isObjectType(type) && type.astNode && isValue(type.astNode));
  if (!isWhole) return members;
  return [...members, ...type.getInterfaces(), ...Object.values(type.getFields()).map((one) => getNamedType(one.type))];
}

function extensionOf(
  type: string,
  parts: Pick<ObjectTypeExtensionNode, 'interfaces' | 'fields' | 'directives'>,
): ObjectTypeExtensionNode {
  const { interfaces = [], fields = [], directives = [] } = parts;
  return { kind: Kind.OBJECT_TYPE_EXTENSION, name: nameNode(type), interfaces, fields, directives };
}

function directive(name: string, args: readonly ConstArgumentNode[] = []): ConstDirectiveNode {
  return { kind: Kind.DIRECTIVE, name: nameNode(name), arguments: args };
}

function argument(name: string, value: ConstValueNode): ConstArgumentNode {
  return { kind: Kind.ARGUMENT, name: nameNode(name), value };
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
