import { createHash } from 'node:crypto';
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parseType,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { ExtensionId } from '#base';
import { type Composition, collectSubfields } from '#engine';

/** An operation with one root field of Mesh's schema and its selections. */
export interface Delegated {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Key of the field in the response. */
  readonly key: string;
}

export interface DelegationScope {
  readonly extension: ExtensionId;
  /** Mesh's schema. */
  readonly schema: GraphQLSchema;
  /** The composed schema of all extensions. */
  readonly composition: Composition;
  /** Whether the extension has its own resolver for the field. Mesh is not asked for such a field. */
  readonly isOwn: (type: string, field: string) => boolean;
}

/**
 * Response key of a field: its name, with a hash of the arguments if it has any. The client's alias does not serve:
 * resolvers read properties by field name, and one object may have one field with two sets of arguments.
 */
export function keyOf(field: Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>, args: unknown): string {
  if (field.args.length === 0) return field.name;
  return `${field.name}__${createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16)}`;
}

export interface RootField {
  readonly operation: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A root field to delegate. With `forCode`, a resolver of the extension reads the result before the gateway. */
export interface Delegation extends RootField {
  readonly forCode: boolean;
}

/** Builds the operation for Mesh: one root field, with the selections below the field of `info`. */
export function delegatedDocument(
  scope: DelegationScope,
  { operation, field, args, forCode }: Delegation,
  info: GraphQLResolveInfo,
): Delegated {
  const writer = new DocumentWriter(scope, info);
  const key = keyOf(field, args);
  const asked = writer.field(field, { key, args, nodes: nodesOf(info), forCode });
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: operation === 'query' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
        variableDefinitions: writer.definitions,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [asked] },
      },
    ],
  };
  return { document, variables: writer.variables, key };
}

/** The selections of an entity are in the field that requests it, or, in a plan, in the field nodes themselves. */
function nodesOf({ fieldName, fieldNodes }: GraphQLResolveInfo): readonly FieldNode[] {
  if (fieldName !== '_entities' || fieldNodes[0]?.name.value === '_entities') return fieldNodes;
  const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: fieldNodes };
  return [{ kind: Kind.FIELD, name: nameNode(fieldName), selectionSet }];
}

interface Asked {
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly nodes: readonly FieldNode[];
  /** Selects all leaf fields without arguments, because a resolver of the extension may read any of them. */
  readonly forCode?: boolean;
}

class DocumentWriter {
  readonly definitions: VariableDefinitionNode[] = [];
  readonly variables: Record<string, unknown> = {};
  readonly #scope: DelegationScope;
  readonly #info: GraphQLResolveInfo;

  constructor(scope: DelegationScope, info: GraphQLResolveInfo) {
    this.#scope = scope;
    this.#info = info;
  }

  field(field: GraphQLField<unknown, unknown>, { key, args, nodes, forCode = false }: Asked): FieldNode {
    const selectionSet = this.#below(getNamedType(field.type), nodes, forCode);
    return {
      kind: Kind.FIELD,
      name: nameNode(field.name),
      ...(key === field.name ? {} : { alias: nameNode(key) }),
      arguments: this.#arguments(field, args),
      ...(selectionSet === undefined ? {} : { selectionSet }),
    };
  }

  /** Passes values as variables, so that Mesh coerces them with its own types. */
  #arguments({ args }: GraphQLField<unknown, unknown>, values: Asked['args']): readonly ArgumentNode[] {
    return args.flatMap(({ name, type }): readonly ArgumentNode[] => {
      if (!Object.hasOwn(values, name)) return [];
      const variable = { kind: Kind.VARIABLE as const, name: nameNode(`v${this.definitions.length}`) };
      this.definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) });
      this.variables[variable.name.value] = values[name];
      return [{ kind: Kind.ARGUMENT, name: nameNode(name), value: variable }];
    });
  }

  #below(type: GraphQLNamedType, nodes: readonly FieldNode[], forCode: boolean): SelectionSetNode | undefined {
    if (isLeafType(type)) return undefined;
    if (isObjectType(type)) return { kind: Kind.SELECTION_SET, selections: this.#object(type, nodes, forCode) };
    if (!isAbstractType(type)) return undefined;
    const members = this.#scope.schema.getPossibleTypes(type).map((member): SelectionNode => {
      const typeCondition = { kind: Kind.NAMED_TYPE as const, name: nameNode(member.name) };
      const selectionSet = { kind: Kind.SELECTION_SET as const, selections: this.#object(member, nodes, forCode) };
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet };
    });
    return { kind: Kind.SELECTION_SET, selections: [typename, ...members] };
  }

  #object(type: GraphQLObjectType, nodes: readonly FieldNode[], forCode: boolean): readonly SelectionNode[] {
    const { schema } = this.#scope.composition;
    const view = schema.getType(type.name);
    if (!isObjectType(view)) return [typename];
    const { fragments, variableValues } = this.#info;
    const fields = new ObjectFields(this.#scope, { type, view, variableValues });
    const collected = collectSubfields({ schema, fragments, variables: variableValues }, view, nodes);
    for (const group of collected.values()) fields.add(group);
    if (forCode) fields.addPlain();
    const asked = [...fields.asked.values()];
    return asked.length === 0 ? [typename] : asked.map(({ field, ...one }) => this.field(field, one));
  }
}

interface ObjectParts {
  readonly type: GraphQLObjectType;
  /** The type of the same name in the composed schema. */
  readonly view: GraphQLObjectType;
  readonly variableValues: Record<string, unknown>;
}

/** The fields of one object to select from Mesh: those of the client, and those that fields of others need. */
class ObjectFields {
  readonly asked = new Map<string, Asked & { readonly field: GraphQLField<unknown, unknown> }>();
  readonly #scope: DelegationScope;
  readonly #parts: ObjectParts;
  readonly #joined = new Set<string>();

  constructor(scope: DelegationScope, parts: ObjectParts) {
    this.#scope = scope;
    this.#parts = parts;
  }

  add(group: readonly FieldNode[]): void {
    const [node] = group;
    if (node === undefined || node.name.value === '__typename') return;
    const { type, view, variableValues } = this.#parts;
    const name = node.name.value;
    const [field, written] = [type.getFields()[name], view.getFields()[name]];
    if (field === undefined || written === undefined || !this.#gives(name)) {
      this.#join(name);
      return;
    }
    const args = field.args.length === 0 ? {} : getArgumentValues(written, node, variableValues);
    const key = keyOf(field, args);
    this.asked.set(key, { field, key, args, nodes: [...(this.asked.get(key)?.nodes ?? []), ...group] });
  }

  addPlain(): void {
    for (const field of Object.values(this.#parts.type.getFields()))
      if (isPlain(field) && this.#gives(field.name)) this.add([{ kind: Kind.FIELD, name: nameNode(field.name) }]);
  }

  #gives(field: string): boolean {
    const { extension, composition, isOwn } = this.#scope;
    const { name } = this.#parts.type;
    return composition.types.get(name)?.fields.get(field)?.sources.includes(extension) === true && !isOwn(name, field);
  }

  /**
   * Selects what a field outside of Mesh needs. A resolver of this extension may read any leaf field. Fields of
   * other extensions need the keys and the fields in `@requires`.
   */
  #join(field: string): void {
    if (this.#joined.has(field)) return;
    this.#joined.add(field);
    const { type } = this.#parts;
    const composed = this.#scope.composition.types.get(type.name);
    const joined = composed?.fields.get(field);
    const isResolvedHere = joined?.sources.includes(this.#scope.extension) === true;
    const plain = isResolvedHere ? Object.values(type.getFields()).filter(isPlain) : [];
    for (const { name } of plain) if (this.#gives(name)) this.add([{ kind: Kind.FIELD, name: nameNode(name) }]);
    const keys = [...(composed?.keys.values() ?? [])].flat();
    for (const { selections } of [...keys, ...(joined?.requires.values() ?? [])])
      for (const node of selections) if (node.kind === Kind.FIELD) this.add([node]);
  }
}

function isPlain({ args, type }: GraphQLField<unknown, unknown>): boolean {
  return args.length === 0 && isLeafType(getNamedType(type));
}

const typename: FieldNode = { kind: Kind.FIELD, name: nameNode('__typename') };

function nameNode(value: string): { readonly kind: Kind.NAME; readonly value: string } {
  return { kind: Kind.NAME, value };
}
