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
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** One root field of Mesh's schema, and all that is asked for below it. */
export interface Delegated {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Under which the answer has the field. */
  readonly key: string;
}

export interface DelegationScope {
  /** Mesh's own. */
  readonly schema: GraphQLSchema;
  /** All extensions' together: what fragments are matched by. */
  readonly shop: GraphQLSchema;
  /** Does Mesh resolve this field of its schema? Not one for which the extension has a resolver of its own. */
  readonly resolves: (type: string, field: string) => boolean;
}

/**
 * Under which name a field is asked for. Not the client's alias: objects are read by the names of their fields, and one object may
 * be asked for one field with two sets of arguments.
 */
export function keyOf(field: Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>, args: unknown): string {
  if (field.args.length === 0) return field.name;
  return `${field.name}__${createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16)}`;
}

/** Writes what Mesh is asked for when the gateway asks the extension for one root field. */
export function delegatedDocument(
  scope: DelegationScope,
  { field, args }: { readonly field: GraphQLField<unknown, unknown>; readonly args: Readonly<Record<string, unknown>> },
  info: GraphQLResolveInfo,
): Delegated {
  const writer = new DocumentWriter(scope, info);
  const key = keyOf(field, args);
  const asked = writer.field(field, { key, args, nodes: info.fieldNodes });
  const operation = info.parentType.name === 'Mutation' ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation,
        variableDefinitions: writer.definitions,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [asked] },
      },
    ],
  };
  return { document, variables: writer.variables, key };
}

interface Asked {
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly nodes: readonly FieldNode[];
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

  field(field: GraphQLField<unknown, unknown>, { key, args, nodes }: Asked): FieldNode {
    const selectionSet = this.#below(getNamedType(field.type), nodes);
    return {
      kind: Kind.FIELD,
      name: nameNode(field.name),
      ...(key === field.name ? {} : { alias: nameNode(key) }),
      arguments: this.#arguments(field, args),
      ...(selectionSet === undefined ? {} : { selectionSet }),
    };
  }

  /** Values come as variables, so that Mesh reads them by its own types. */
  #arguments({ args }: GraphQLField<unknown, unknown>, values: Asked['args']): readonly ArgumentNode[] {
    return args.flatMap(({ name, type }): readonly ArgumentNode[] => {
      if (!Object.hasOwn(values, name)) return [];
      const variable = { kind: Kind.VARIABLE as const, name: nameNode(`v${this.definitions.length}`) };
      this.definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) });
      this.variables[variable.name.value] = values[name];
      return [{ kind: Kind.ARGUMENT, name: nameNode(name), value: variable }];
    });
  }

  #below(type: GraphQLNamedType, nodes: readonly FieldNode[]): SelectionSetNode | undefined {
    if (isLeafType(type)) return undefined;
    if (isObjectType(type)) return { kind: Kind.SELECTION_SET, selections: this.#object(type, nodes) };
    if (!isAbstractType(type)) return undefined;
    const members = this.#scope.schema.getPossibleTypes(type).map((member): SelectionNode => {
      const typeCondition = { kind: Kind.NAMED_TYPE as const, name: nameNode(member.name) };
      const selectionSet = { kind: Kind.SELECTION_SET as const, selections: this.#object(member, nodes) };
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet };
    });
    return { kind: Kind.SELECTION_SET, selections: [typename, ...members] };
  }

  #object(type: GraphQLObjectType, nodes: readonly FieldNode[]): readonly SelectionNode[] {
    const { shop, resolves } = this.#scope;
    const { fragments, variableValues } = this.#info;
    const view = shop.getType(type.name);
    if (!isObjectType(view)) return [typename];
    const asked = new Map<string, { field: GraphQLField<unknown, unknown>; args: Asked['args']; nodes: FieldNode[] }>();
    let isJoined = false;
    for (const group of collectSubfields(shop, fragments, variableValues, view, nodes).values()) {
      const [node] = group;
      if (node === undefined || node.name.value === '__typename') continue;
      const field = type.getFields()[node.name.value];
      const written = view.getFields()[node.name.value];
      if (field === undefined || written === undefined || !resolves(type.name, field.name)) {
        isJoined = true;
        continue;
      }
      const args = field.args.length === 0 ? {} : getArgumentValues(written, node, variableValues);
      const key = keyOf(field, args);
      const known = asked.get(key);
      if (known === undefined) asked.set(key, { field, args, nodes: [...group] });
      else known.nodes.push(...group);
    }
    // A resolver beside Mesh, or a key of another extension's, may read any plain property.
    if (isJoined)
      for (const field of Object.values(type.getFields()))
        if (isPlain(field) && resolves(type.name, field.name) && !asked.has(field.name))
          asked.set(field.name, { field, args: {}, nodes: [] });
    if (asked.size === 0) return [typename];
    return [...asked].map(([key, { field, args, nodes: below }]) => this.field(field, { key, args, nodes: below }));
  }
}

function isPlain({ args, type }: GraphQLField<unknown, unknown>): boolean {
  return args.length === 0 && isLeafType(getNamedType(type));
}

const typename: FieldNode = { kind: Kind.FIELD, name: nameNode('__typename') };

function nameNode(value: string): { readonly kind: Kind.NAME; readonly value: string } {
  return { kind: Kind.NAME, value };
}
