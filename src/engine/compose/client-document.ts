import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { selectedNames } from '../plan/field-sets.ts';
import { directivesOf, fieldSetOf, hasDirective } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';

interface Names {
  has(name: string): boolean;
}

/** A subgraph's document as its clients see it: without internal fields, and types that only these lead to. */
export function clientDocument(document: DocumentNode, internal: Names): DocumentNode {
  const definitions = document.definitions.flatMap((node) => {
    if (!('name' in node) || node.name === undefined) return [node];
    const type = node.name.value;
    if (internal.has(type)) return [];
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [node];
    const { fields = [] } = node;
    const seen = fields.filter(({ name }) => !internal.has(`${type}.${name.value}`));
    // A root type may have internal fields alone.
    return seen.length === 0 && fields.length > 0 ? [] : [{ ...node, fields: seen }];
  });
  return { ...document, definitions: withoutUnusedExternals(definitions) };
}

/** Without fields of others that only an internal field has required: Federation refuses them. */
function withoutUnusedExternals(definitions: readonly DefinitionNode[]): readonly DefinitionNode[] {
  const objects = new Map(definitions.filter(isObject).map((node) => [node.name.value, node]));
  const used = new Set<string>();
  const use = (type: string, selection: SelectionSetNode | undefined): void => {
    for (const node of selection?.selections ?? []) {
      if (node.kind === Kind.INLINE_FRAGMENT) use(node.typeCondition?.name.value ?? type, node.selectionSet);
      if (node.kind !== Kind.FIELD) continue;
      used.add(`${type}.${node.name.value}`);
      const field = objects.get(type)?.fields?.find(({ name }) => name.value === node.name.value);
      if (field !== undefined) use(namedTypeOf(field.type), node.selectionSet);
    }
  };
  for (const [type, node] of objects) {
    for (const key of directivesOf(node, 'key')) use(type, fieldSetOf(key));
    for (const field of node.fields ?? []) {
      for (const requires of directivesOf(field, 'requires')) use(type, fieldSetOf(requires));
      for (const provides of directivesOf(field, 'provides')) use(namedTypeOf(field.type), fieldSetOf(provides));
    }
  }
  const isUsed = (type: string, field: FieldDefinitionNode): boolean =>
    !hasDirective(field, 'external') || used.has(`${type}.${field.name.value}`);
  const left = definitions.map((node) =>
    isObject(node) && (node.interfaces ?? []).length === 0
      ? { ...node, fields: node.fields?.filter((field) => isUsed(node.name.value, field)).map(ownKey(node)) ?? [] }
      : node,
  );
  return withoutLost(left, definitions);
}

/** A key is known everywhere. Compositions that find it @external do not satisfy what @requires others by it. */
function ownKey(node: ObjectTypeDefinitionNode): (field: FieldDefinitionNode) => FieldDefinitionNode {
  const keys = directivesOf(node, 'key').flatMap((key) =>
    selectedNames(fieldSetOf(key) ?? { kind: Kind.SELECTION_SET, selections: [] }),
  );
  return (field) =>
    keys.includes(field.name.value)
      ? { ...field, directives: (field.directives ?? []).filter(({ name }) => name.value !== 'external') }
      : field;
}

/** Without types that fields named before and none names now, and without what only these named. */
function withoutLost(left: readonly DefinitionNode[], before: readonly DefinitionNode[]): readonly DefinitionNode[] {
  const [named, wasNamed] = [namedIn(left), namedIn(before)];
  const isLost = (node: DefinitionNode): boolean =>
    isObject(node) &&
    !hasDirective(node, 'key') &&
    wasNamed.has(node.name.value) &&
    (!named.has(node.name.value) || node.fields?.length === 0);
  const found = left.filter((node) => !isLost(node));
  return found.length === left.length ? left : withoutLost(found, before);
}

/** Names of the types of all fields. */
function namedIn(definitions: readonly DefinitionNode[]): ReadonlySet<string> {
  return new Set(
    definitions.flatMap((node) =>
      'interfaces' in node ? (node.fields ?? []).map(({ type }) => namedTypeOf(type)) : [],
    ),
  );
}

function isObject(node: DefinitionNode): node is ObjectTypeDefinitionNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION;
}
