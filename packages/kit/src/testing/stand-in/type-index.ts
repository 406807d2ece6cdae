import { type DocumentNode, type FieldDefinitionNode, isTypeDefinitionNode, isTypeExtensionNode, Kind } from 'graphql';
import { directivesOf, fieldSetOf, selectedNames } from 'stoa/tooling';

/** A type of a subgraph, in the form in which values are made. */
export interface IndexedType {
  readonly kind: 'object' | 'abstract' | 'enum' | 'input' | 'scalar';
  readonly fields: ReadonlyMap<string, FieldDefinitionNode>;
  readonly values: readonly string[];
  /** Of a union or interface: names of object types. */
  readonly members: readonly string[];
  /** The fields of its first key. */
  readonly keys: readonly string[];
}

export type TypeIndex = ReadonlyMap<string, IndexedType>;

const kinds: Readonly<Record<string, IndexedType['kind']>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'object',
  [Kind.OBJECT_TYPE_EXTENSION]: 'object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'abstract',
  [Kind.UNION_TYPE_DEFINITION]: 'abstract',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
};

export function indexTypes({ definitions }: DocumentNode): TypeIndex {
  const nodes = definitions.filter((node) => isTypeDefinitionNode(node) || isTypeExtensionNode(node));
  const implementers = (name: string): readonly string[] =>
    nodes.flatMap((node) => {
      const isObject = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
      return isObject && node.interfaces?.some((each) => each.name.value === name) === true ? node.name.value : [];
    });
  return new Map(
    nodes.map((node): readonly [string, IndexedType] => {
      const name = node.name.value;
      const fields = 'fields' in node ? (node.fields ?? []) : [];
      const [key] = directivesOf(node, 'key');
      const selection = key === undefined ? undefined : fieldSetOf(key);
      return [
        name,
        {
          kind: kinds[node.kind] ?? 'scalar',
          fields: new Map(
            fields.flatMap((field) =>
              field.kind === Kind.FIELD_DEFINITION ? [[field.name.value, field] as const] : [],
            ),
          ),
          values: 'values' in node ? (node.values ?? []).map((value) => value.name.value) : [],
          members: 'types' in node ? (node.types ?? []).map((member) => member.name.value) : implementers(name),
          keys: selection === undefined ? [] : selectedNames(selection),
        },
      ];
    }),
  );
}
