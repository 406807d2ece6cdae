import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { ExtensionId } from '../../base/ids.ts';
import { type FieldRoutes, privatePrefix, typeAlias } from '../../plan/field-routes.ts';
import { joinSelections, providedOn, selectedBelow } from '../../plan/field-sets.ts';
import type { Composition } from '../../subschema/composition.ts';

export interface SelectionScope {
  readonly composition: Composition;
  readonly routes: FieldRoutes;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** Coerced; `@skip` and `@include` are decided here and not sent on. */
  readonly variableValues: Record<string, unknown>;
}

/** Writes what one extension is asked for: its part of the client's selection, and the keys that lead to the rest. */
export class SubSelection {
  readonly #scope: SelectionScope;
  readonly #extension: ExtensionId;

  constructor(scope: SelectionScope, extension: ExtensionId) {
    this.#scope = scope;
    this.#extension = extension;
  }

  /** One field as it is asked for, with the part of its sub-selection that the extension gives. */
  field(parent: string, responseKey: string, nodes: readonly FieldNode[], provided?: SelectionSetNode): FieldNode {
    const [node] = nodes;
    const type = fieldType(this.#schema, parent, node?.name.value);
    if (node === undefined || type === undefined) throw new Error(`${parent} has no field for ${responseKey}`);
    if (responseKey.startsWith(privatePrefix) && !this.#scope.routes.adds(node)) throw reservedName(node);
    const own = this.#scope.composition.types.get(parent)?.fields.get(node.name.value)?.provides.get(this.#extension);
    const selectionSet = this.#below(type, nodes, joinSelections(own, selectedBelow(provided, node.name.value)));
    return {
      kind: Kind.FIELD,
      // In process, errors below this field point to the client's own document.
      ...(node.loc === undefined ? {} : { loc: node.loc }),
      name: node.name,
      ...(responseKey === node.name.value ? {} : { alias: { kind: Kind.NAME, value: responseKey } }),
      ...(node.arguments === undefined ? {} : { arguments: node.arguments }),
      ...(selectionSet === undefined ? {} : { selectionSet }),
    };
  }

  get #schema(): GraphQLSchema {
    return this.#scope.composition.schema;
  }

  #below(
    type: GraphQLNamedType,
    nodes: readonly FieldNode[],
    provided: SelectionSetNode | undefined,
  ): SelectionSetNode | undefined {
    if (isObjectType(type)) return orTypename(this.#object(type, nodes, provided));
    if (!isAbstractType(type)) return undefined;
    const known = this.#scope.composition.subgraphs.get(this.#extension)?.types;
    const members = this.#schema.getPossibleTypes(type).filter(({ name }) => known?.has(name));
    const selections = members.flatMap((member): readonly SelectionNode[] => {
      const fields = this.#object(member, nodes, provided);
      return fields.length === 0 ? [] : [fragmentOn(member.name, fields)];
    });
    return { kind: Kind.SELECTION_SET, selections: [typenameAs(typeAlias), ...selections] };
  }

  #object(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    given: SelectionSetNode | undefined,
  ): readonly SelectionNode[] {
    const { fragments, variableValues, routes } = this.#scope;
    const provided = providedOn(given, type, this.#schema);
    const fields = collectSubfields(this.#schema, fragments, variableValues, type, nodes);
    const selections = new Map<string, FieldNode>();
    const missing: string[] = [];
    for (const [responseKey, group] of fields) {
      const name = group[0]?.name.value ?? '';
      if (name === '__typename') continue;
      if (routes.gives(type.name, name, this.#extension) || selectedBelow(provided, name) !== undefined)
        selections.set(responseKey, this.field(type.name, responseKey, group, provided));
      else missing.push(name);
    }
    for (const name of missing) this.#addNeeds(type, name, selections, provided);
    return [...selections.values()];
  }

  /** Keys and requirements of what has to be fetched elsewhere, as far as this extension gives them. */
  #addNeeds(
    type: GraphQLObjectType,
    field: string,
    selections: Map<string, FieldNode>,
    provided: SelectionSetNode | undefined,
  ): void {
    const { routes } = this.#scope;
    for (const { alias, name, node } of routes.find(type.name, field, this.#extension)?.needs ?? []) {
      if (selections.has(alias)) continue;
      if (routes.gives(type.name, name, this.#extension) || selectedBelow(provided, name) !== undefined)
        selections.set(alias, this.field(type.name, alias, [node], provided));
      else if (name !== field) this.#addNeeds(type, name, selections, provided);
    }
  }
}

/** A client must neither stand in for a key nor read one that it may not see. */
export function reservedName(node: FieldNode | undefined): GraphQLError {
  return new GraphQLError(`Names that start with "${privatePrefix}" are reserved.`, {
    ...(node === undefined ? {} : { nodes: node }),
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/** The named type of a field; a request never gets here with a field that does not exist. */
function fieldType(schema: GraphQLSchema, parent: string, field: string | undefined): GraphQLNamedType | undefined {
  const type = schema.getType(parent);
  const definition = isObjectType(type) && field !== undefined ? type.getFields()[field] : undefined;
  return definition === undefined ? undefined : getNamedType(definition.type);
}

function orTypename(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections: selections.length === 0 ? [typenameAs(typeAlias)] : selections };
}

function typenameAs(alias: string): FieldNode {
  return { kind: Kind.FIELD, alias: { kind: Kind.NAME, value: alias }, name: { kind: Kind.NAME, value: '__typename' } };
}

export function fragmentOn(type: string, selections: readonly SelectionNode[]): SelectionNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}
