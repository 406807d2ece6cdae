import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import { privatePrefix } from '../../plan/field-routes.ts';
import { Failure, placeErrors } from './failure.ts';
import { fragmentOn, type SelectionScope, SubSelection } from './sub-selection.ts';

export type Representation = Readonly<Record<string, unknown>>;

/** One field of one object that came from elsewhere. */
export interface EntityRequest {
  /** Objects of one type at one level are asked for together. */
  readonly level: string;
  readonly type: string;
  /** What the extension calls the type. */
  readonly typename: string;
  /** Identity of the object, so that its fields share one representation. */
  readonly object: object;
  readonly representation: Representation;
  readonly responseKey: string;
  readonly nodes: readonly FieldNode[];
}

export interface RootRequest {
  readonly operation: OperationTypeNode;
  readonly rootType: string;
  readonly nodes: readonly FieldNode[];
}

export interface CallScope extends SelectionScope {
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  run(extension: ExtensionId, document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
  mask(error: GraphQLError, extension: ExtensionId): GraphQLError;
  /** An error that found no place in the answer. */
  report(error: GraphQLError): void;
}

interface EntityGroup {
  readonly alias: string;
  readonly type: string;
  readonly typename: string;
  readonly fields: Map<string, readonly FieldNode[]>;
  readonly rows: Map<object, { readonly index: number; representation: Representation }>;
}

/** Collects what one operation needs of one extension and asks for it in as few calls as its levels allow. */
export class SubschemaCalls {
  readonly #extension: ExtensionId;
  readonly #scope: CallScope;
  #call: SubschemaCall | undefined;

  constructor(extension: ExtensionId, scope: CallScope) {
    this.#extension = extension;
    this.#scope = scope;
  }

  async root(request: RootRequest): Promise<unknown> {
    const call = this.#current(request.operation);
    const alias = call.addRoot(request);
    return (await call.answer)[alias];
  }

  async entity(request: EntityRequest): Promise<unknown> {
    const call = this.#current(OperationTypeNode.QUERY);
    const { alias, index } = call.addEntity(request);
    const rows = (await call.answer)[alias];
    const row: unknown = Array.isArray(rows) ? rows[index] : rows;
    if (row instanceof Failure) return row.below(request.responseKey);
    return typeof row === 'object' && row !== null ? Reflect.get(row, request.responseKey) : null;
  }

  /** Mutations are never joined with anything: graphql-js calls them one after the other. */
  #current(operation: OperationTypeNode): SubschemaCall {
    if (operation !== OperationTypeNode.QUERY) return new SubschemaCall(this.#extension, this.#scope, operation);
    this.#call ??= new SubschemaCall(this.#extension, this.#scope, operation, () => {
      this.#call = undefined;
    });
    return this.#call;
  }
}

class SubschemaCall {
  readonly answer: Promise<Readonly<Record<string, unknown>>>;
  readonly #extension: ExtensionId;
  readonly #scope: CallScope;
  readonly #operation: OperationTypeNode;
  readonly #selection: SubSelection;
  readonly #roots: FieldNode[] = [];
  /** What the client calls the roots. */
  readonly #rootKeys: string[] = [];
  readonly #groups = new Map<string, EntityGroup>();

  constructor(extension: ExtensionId, scope: CallScope, operation: OperationTypeNode, close?: () => void) {
    this.#extension = extension;
    this.#scope = scope;
    this.#operation = operation;
    this.#selection = new SubSelection(scope, extension);
    this.answer = new Promise((resolve) => {
      // After all microtasks that are under way: everything that waits on this level has asked by then.
      Promise.resolve().then(() =>
        process.nextTick(() => {
          close?.();
          resolve(this.#send());
        }),
      );
    });
  }

  addRoot({ rootType, nodes }: RootRequest): string {
    const alias = `r${this.#roots.length}`;
    this.#roots.push(this.#selection.field(rootType, alias, nodes));
    this.#rootKeys.push(nodes[0]?.alias?.value ?? nodes[0]?.name.value ?? '');
    return alias;
  }

  addEntity(request: EntityRequest): { readonly alias: string; readonly index: number } {
    const group = this.#groupOf(request);
    group.fields.set(request.responseKey, request.nodes);
    const row = group.rows.get(request.object);
    const index = row?.index ?? group.rows.size;
    group.rows.set(request.object, { index, representation: { ...row?.representation, ...request.representation } });
    return { alias: group.alias, index };
  }

  /**
   * Objects of one type at one level are asked for together. Below two types of a union one response key may stand for
   * two selections; those make two groups of one call.
   */
  #groupOf({ level, type, typename, responseKey, nodes }: EntityRequest): EntityGroup {
    for (let variant = 0; ; variant++) {
      const key = `${level} ${type} ${variant}`;
      const group = this.#groups.get(key);
      if (group === undefined) {
        const created = { alias: `e${this.#groups.size}`, type, typename, fields: new Map(), rows: new Map() };
        this.#groups.set(key, created);
        return created;
      }
      const known = group.fields.get(responseKey);
      if (known === undefined || sameNodes(known, nodes)) return group;
    }
  }

  async #send(): Promise<Readonly<Record<string, unknown>>> {
    try {
      const { document, variables } = this.#document();
      const { data, errors = [] } = await this.#scope.run(this.#extension, document, variables);
      const masked = errors.map((error) => this.#scope.mask(error, this.#extension));
      if (data === null || data === undefined) return this.#everywhere(masked);
      for (const lost of placeErrors(data, masked)) this.#scope.report(lost);
      return data;
    } catch (reason) {
      const original = reason instanceof Error ? reason : new Error(`Unexpected error value: ${String(reason)}`);
      const error = new GraphQLError(original.message, { originalError: original });
      return this.#everywhere([this.#scope.mask(error, this.#extension)]);
    }
  }

  /** The whole call failed: by what is said of the call itself, or because a root field's error took all along. */
  #everywhere(errors: readonly GraphQLError[]): Readonly<Record<string, unknown>> {
    const keys = new Map(this.#rootKeys.map((key, index) => [`r${index}`, key]));
    const placed = errors.map((error) => {
      const [alias, ...rest] = error.path ?? [];
      return { error, alias, rest, root: keys.get(String(alias)) };
    });
    const elsewhere = placed.flatMap(({ error, rest, root }) =>
      root === undefined ? [] : [{ error, rest: [root, ...rest] }],
    );
    const ofCall = new Failure(errors.slice(0, 1).map((error) => ({ error, rest: [] })));
    const shared = elsewhere.length > 0 ? new Failure(elsewhere, 'elsewhere') : ofCall;
    const groups = [...this.#groups.values()].map(({ alias }) => [alias, shared] as const);
    const roots = [...keys.keys()].map((alias) => {
      const own = placed.filter((error) => error.alias === alias);
      return [alias, own.length > 0 ? new Failure(own, 'object') : shared] as const;
    });
    return Object.fromEntries([...roots, ...groups]);
  }

  #document(): { readonly document: DocumentNode; readonly variables: Record<string, unknown> } {
    const definitions: VariableDefinitionNode[] = [];
    const variables: Record<string, unknown> = {};
    const groups = [...this.#groups.values()].map((group, index): SelectionNode => {
      const name = this.#variableName(index);
      definitions.push(representationsVariable(name));
      variables[name] = [...group.rows.values()].map(({ representation }) => representation);
      const fields = [...group.fields].map(([key, nodes]) => this.#selection.field(group.type, key, nodes));
      return entitiesField(group.alias, name, fragmentOn(group.typename, fields));
    });
    const selections = [...this.#roots, ...groups];
    const used = variablesIn(selections);
    for (const definition of this.#scope.operation.variableDefinitions ?? []) {
      const name = definition.variable.name.value;
      if (!used.has(name)) continue;
      definitions.push(definition);
      if (this.#scope.variables !== undefined && Object.hasOwn(this.#scope.variables, name))
        variables[name] = this.#scope.variables[name];
    }
    const operation: OperationDefinitionNode = {
      kind: Kind.OPERATION_DEFINITION,
      operation: this.#operation,
      variableDefinitions: definitions,
      selectionSet: { kind: Kind.SELECTION_SET, selections },
    };
    return { document: { kind: Kind.DOCUMENT, definitions: [operation] }, variables };
  }

  /** A name that no variable of the client has. */
  #variableName(index: number): string {
    const taken = (this.#scope.operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    let name = `${privatePrefix}_representations_${index}`;
    while (taken.includes(name)) name = `${name}_`;
    return name;
  }
}

function sameNodes(a: readonly FieldNode[], b: readonly FieldNode[]): boolean {
  return a === b || (a.length === b.length && a.every((node, index) => node === b[index]));
}

function variablesIn(selections: readonly SelectionNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  visit(
    { kind: Kind.SELECTION_SET, selections },
    {
      enter: (node) => {
        if (node.kind === Kind.VARIABLE) names.add(node.name.value);
      },
    },
  );
  return names;
}

function representationsVariable(value: string): VariableDefinitionNode {
  const any = { kind: Kind.NAMED_TYPE as const, name: { kind: Kind.NAME as const, value: '_Any' } };
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } },
    type: {
      kind: Kind.NON_NULL_TYPE,
      type: { kind: Kind.LIST_TYPE, type: { kind: Kind.NON_NULL_TYPE, type: any } },
    },
  };
}

function entitiesField(alias: string, variable: string, fragment: SelectionNode): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: alias },
    name: { kind: Kind.NAME, value: '_entities' },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'representations' },
        value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
      },
    ],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [fragment] },
  };
}
