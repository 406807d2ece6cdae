import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { literalText, objectText, propertyName, unionText } from './text.ts';
import { inputProperties, receivedLeaf, wrapped } from './value-types.ts';

export interface SelectionScope {
  readonly schema: GraphQLSchema;
  /** Fields that are null while their extension is away, whatever their type says: `Type.field`. */
  readonly mayBeAway?: (coordinate: string) => boolean;
}

/** The type of the answer to a valid document's only operation, or of an object with its only fragment. */
export function dataType(document: DocumentNode, scope: SelectionScope, indent: string): string {
  const node = operationOf(document) ?? document.definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  if (node === undefined) return 'unknown';
  const type =
    node.kind === Kind.OPERATION_DEFINITION
      ? scope.schema.getRootType(node.operation)
      : scope.schema.getType(node.typeCondition.name.value);
  return isObjectType(type) ? new Selection(document, scope).object(type, [node.selectionSet], indent) : 'unknown';
}

/** The type of the variables of a valid document's only operation. */
export function variablesType(document: DocumentNode, { schema }: SelectionScope, indent: string): string {
  const properties = (operationOf(document)?.variableDefinitions ?? []).map(
    ({ variable, type: node, defaultValue }) => {
      const type = typeFromAST(schema, node);
      const isOptional = !isNonNullType(type) || defaultValue !== undefined;
      const text = isInputType(type) ? wrapped(type, (each) => inputText(each, [])) : 'unknown';
      return `${indent}  readonly ${variable.name.value}${isOptional ? '?' : ''}: ${text}${isOptional && text !== 'unknown' ? ' | undefined' : ''};`;
    },
  );
  return objectText(properties, indent);
}

/** An input type, written out. One that contains itself is `unknown` there. */
function inputText(type: GraphQLNamedType, within: readonly string[]): string {
  if (isLeafType(type)) return receivedLeaf(type);
  if (!isInputObjectType(type) || within.includes(type.name)) return 'unknown';
  const named = (each: GraphQLNamedType): string => inputText(each, [...within, type.name]);
  return `{ ${inputProperties(Object.values(type.getFields()), named, '')
    .map((line) => line.split('\n').at(-1))
    .join(' ')} }`;
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode | undefined {
  return definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
}

interface Selected {
  readonly nodes: readonly FieldNode[];
  /** A variable decides whether the field is there. */
  readonly optional: boolean;
}

class Selection {
  readonly #scope: SelectionScope;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor({ definitions }: DocumentNode, scope: SelectionScope) {
    this.#scope = scope;
    this.#fragments = new Map(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
  }

  object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], indent: string): string {
    const fields = new Map<string, Selected>();
    for (const set of sets) this.#collect(type, set, { fields, optional: false });
    const inner = `${indent}  `;
    const properties = [...fields].map(([key, { nodes, optional }]) => {
      const text = this.#field(type, nodes, inner);
      return `${inner}readonly ${propertyName(key)}${optional ? '?' : ''}: ${text};`;
    });
    return objectText(properties, indent);
  }

  #collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    into: { readonly fields: Map<string, Selected>; readonly optional: boolean },
  ): void {
    for (const node of selections) {
      const presence = presenceOf(node);
      if (presence === 'never') continue;
      const optional = into.optional || presence === 'sometimes';
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const known = into.fields.get(key);
        const nodes = [...(known?.nodes ?? []), node];
        into.fields.set(key, { nodes, optional: optional && known?.optional !== false });
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value);
      if (fragment === undefined || !this.#meets(type, fragment.typeCondition?.name.value)) continue;
      this.#collect(type, fragment.selectionSet, { fields: into.fields, optional });
    }
  }

  #meets(type: GraphQLObjectType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const abstract = this.#scope.schema.getType(condition);
    return isAbstractType(abstract) && this.#scope.schema.isSubType(abstract, type);
  }

  #field(parent: GraphQLObjectType, nodes: readonly FieldNode[], indent: string): string {
    const [node] = nodes;
    if (node === undefined) return 'never';
    const name = node.name.value;
    if (name === '__typename') return literalText(parent.name);
    const field: GraphQLField<unknown, unknown> | undefined = parent.getFields()[name];
    if (field === undefined) return 'unknown';
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const text = wrapped(field.type, (type) => this.#named(type, sets, indent));
    const isAway = isNonNullType(field.type) && this.#scope.mayBeAway?.(`${parent.name}.${name}`) === true;
    return isAway && text !== 'unknown' ? `${text} | null` : text;
  }

  #named(type: GraphQLNamedType, sets: readonly SelectionSetNode[], indent: string): string {
    if (isLeafType(type)) return receivedLeaf(type);
    if (isObjectType(type)) return this.object(type, sets, indent);
    if (!isAbstractType(type)) return 'unknown';
    const possible = this.#scope.schema.getPossibleTypes(type);
    return unionText(possible.map((each) => this.object(each, sets, indent)));
  }
}

/** Whether `@skip` and `@include` keep the selection. */
function presenceOf({ directives = [] }: SelectionNode): 'always' | 'never' | 'sometimes' {
  let presence: 'always' | 'sometimes' = 'always';
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const value = given[0]?.value;
    if (value?.kind === Kind.BOOLEAN && value.value === (name.value === 'skip')) return 'never';
    if (value?.kind === Kind.VARIABLE) presence = 'sometimes';
  }
  return presence;
}
