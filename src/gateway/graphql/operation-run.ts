import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import { isObject } from '../../base/is-object.ts';
import { RequestError } from '../../base/request-error.ts';
import { withinTime } from '../../plan/call-limits.ts';
import { type FieldNeed, type FieldRoutes, typeAlias } from '../../plan/field-routes.ts';
import { providedOn } from '../../plan/field-sets.ts';
import type { Composition } from '../../subschema/composition.ts';
import type { Subschema } from '../../subschema/subschema.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Operation } from '../gateway.ts';
import type { OperationCalls, OperationCallsParts } from '../operation-calls.ts';
import { AnswerRun, type BuildUrl, type FieldRequest } from './answer-run.ts';
import { callSubschema } from './call-subschema.ts';
import { Failure } from './failure.ts';
import { type Cell, Row } from './row.ts';
import { type CallScope, type Representation, SubschemaCalls } from './subschema-calls.ts';

/** What all operations on one gateway share. */
export interface StitchedParts extends OperationCallsParts {
  readonly composition: Composition;
  readonly routes: FieldRoutes;
  readonly subschemas: ReadonlyMap<ExtensionId, Subschema>;
  readonly buildUrl: BuildUrl;
  /** Where operations and calls are counted. */
  readonly telemetry?: Telemetry | undefined;
  /** Told before each call of a subschema; for tests. */
  readonly onSubschemaCall?: ((extension: ExtensionId) => void) | undefined;
}

/** One operation while it runs: fetches what graphql-js asks for. Nothing in it outlives the operation. */
export class OperationRun extends AnswerRun {
  readonly #parts: StitchedParts;
  readonly #operation: Operation;
  readonly #limits: OperationCalls;
  readonly #calls = new Map<ExtensionId, SubschemaCalls>();

  constructor(parts: StitchedParts, operation: Operation, limits: OperationCalls) {
    super(operation.scope.logger, parts);
    this.#parts = parts;
    this.#operation = operation;
    this.#limits = limits;
  }

  /** A field of Query or Mutation. */
  override async root(request: FieldRequest, info: GraphQLResolveInfo): Promise<Cell> {
    const rootType = info.parentType.name;
    const [source] = this.#parts.composition.types.get(rootType)?.fields.get(request.name)?.sources ?? [];
    if (source === undefined) throw new Error(`no extension gives ${rootType}.${request.name}`);
    const operation = rootType === 'Mutation' ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY;
    return { value: await this.#of(source, info).root({ operation, rootType, nodes: request.nodes }), source };
  }

  /** A field of an object: from the answer that it came with, or from the extension that gives it. */
  override field(row: Row, request: FieldRequest, info: GraphQLResolveInfo): Cell | Promise<Cell> {
    if (Object.hasOwn(row.data, request.responseKey))
      return { value: row.data[request.responseKey], source: row.source };
    if (row.type === 'Query') return this.root(request, info);
    return this.#hop(row, request, info);
  }

  async #hop(row: Row, request: FieldRequest, info: GraphQLResolveInfo): Promise<Cell> {
    const route = this.#parts.routes.find(row.type, request.name, row.source);
    if (route === undefined) throw new Error(`${row.type}.${request.name} cannot be reached from ${row.source}`);
    const needed = route.needs.map((need) => this.#need(row, need, { level: request.level, info }));
    // Without waiting when nothing has to be waited for, so that all objects of a level come into one call.
    const values = needed.some((value) => value instanceof Promise) ? await Promise.all(needed) : needed;

    const typename = this.#parts.composition.types.get(row.type)?.knownAs.get(route.target) ?? row.type;
    const representation: Record<string, unknown> = { __typename: typename };
    for (const [index, need] of route.needs.entries()) {
      const value = values[index];
      if (value instanceof Failure || (need.key && (value === null || value === undefined)))
        return { value: value ?? null, source: route.target };
      representation[need.name] = merge(representation[need.name], value);
    }
    const { responseKey, nodes } = request;
    const level = `${request.level} ${route.variant}`;
    const entity = { level, type: row.type, typename, object: row, representation, responseKey, nodes };
    return { value: await this.#of(route.target, info).entity(entity), source: route.target };
  }

  /** The value of a key or required field, as plain data for a representation; or the Failure that is in its place. */
  #need(row: Row, need: FieldNeed, at: { readonly level: string; readonly info: GraphQLResolveInfo }): unknown {
    const selection = need.node.selectionSet;
    if (Object.hasOwn(row.data, need.alias)) {
      const value = row.data[need.alias];
      return selection === undefined
        ? value
        : this.#plain({ value, source: row.source }, [row.type, need], selection, at);
    }
    const request = { name: need.name, responseKey: need.alias, nodes: [need.node], level: at.level };
    const cell = row.fetched.get(need.alias) ?? this.#hop(row, request, at.info);
    row.fetched.set(need.alias, cell);
    return cell.then((found) =>
      selection === undefined ? found.value : this.#plain(found, [row.type, need], selection, at),
    );
  }

  async #plain(
    { value, source }: Cell,
    [parent, { name, alias }]: readonly [string, { readonly name: string; readonly alias: string }],
    selection: SelectionSetNode,
    at: { readonly level: string; readonly info: GraphQLResolveInfo },
  ): Promise<unknown> {
    if (value === null || value === undefined || value instanceof Failure) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#plain({ value: item, source }, [parent, { name, alias }], selection, at));
      const plain = await Promise.all(items);
      return plain.find((item) => item instanceof Failure) ?? plain;
    }
    const type = this.#objectType(parent, name, value);
    if (type === undefined || !isObject(value)) return value;
    const row = new Row(type, source, value);
    const level = `${at.level}.${alias}`;
    const { schema } = this.#parts.composition;
    const object = schema.getType(type);
    const fields = isObjectType(object) ? (providedOn(selection, object, schema)?.selections ?? []) : [];
    const entries = await Promise.all(
      fields.map(async (node): Promise<readonly [string, unknown]> => {
        if (node.kind !== Kind.FIELD) throw new Error('a field set holds a fragment');
        const field = node.name.value;
        if (field === '__typename') return [field, type];
        const request = { name: field, responseKey: field, nodes: [node], level };
        const cell = await this.field(row, request, at.info);
        if (node.selectionSet === undefined) return [field, cell.value];
        const below = await this.#plain(cell, [type, { name: field, alias: field }], node.selectionSet, {
          ...at,
          level,
        });
        return [field, below];
      }),
    );
    return entries.find(([, entry]) => entry instanceof Failure)?.[1] ?? Object.fromEntries(entries);
  }

  #objectType(parent: string, field: string, value: unknown): string | undefined {
    const { schema } = this.#parts.composition;
    const parentType = schema.getType(parent);
    const definition = isObjectType(parentType) ? parentType.getFields()[field] : undefined;
    const type = definition === undefined ? undefined : getNamedType(definition.type);
    if (isObjectType(type)) return type.name;
    return isAbstractType(type) && isObject(value) ? String(value[typeAlias]) : undefined;
  }

  #of(extension: ExtensionId, info: GraphQLResolveInfo): SubschemaCalls {
    const calls = this.#calls.get(extension) ?? new SubschemaCalls(extension, this.#scope(info));
    this.#calls.set(extension, calls);
    return calls;
  }

  #scope(info: GraphQLResolveInfo): CallScope {
    const { composition, routes } = this.#parts;
    return {
      composition,
      routes,
      fragments: info.fragments,
      variableValues: info.variableValues,
      operation: info.operation,
      variables: this.#operation.variables,
      run: (extension, document, variables) => this.#run(extension, document, variables),
      mask: (error, extension) => this.mask.apply(error, extension),
      report: (error) => this.lost.push(error),
    };
  }

  async #run(extension: ExtensionId, document: DocumentNode, variables: Representation): Promise<ExecutionResult> {
    const { subschemas, onSubschemaCall } = this.#parts;
    const { scope } = this.#operation;
    const subschema = subschemas.get(extension);
    if (subschema === undefined) throw new RequestError('UNAVAILABLE', 503, `The extension ${extension} is away.`);
    if (scope.aborted) throw new RequestError('TIMEOUT', 504, 'The request was given up before this field.');
    const context = this.#limits.contextOf(extension); // throws when the extension has a rest
    onSubschemaCall?.(extension);
    const request = { document, variables, operationName: undefined, context };
    const answer = callSubschema(this.#parts.telemetry, extension, () => subschema.execute(request));
    const late = (originalError: Error): ExecutionResult => ({
      errors: [new GraphQLError(originalError.message, { originalError })],
    });
    return withinTime(answer, { extension, calls: this.#limits }, late);
  }
}

/** Two field sets may select different fields of one object. */
function merge(known: unknown, value: unknown): unknown {
  if (!isObject(known) || !isObject(value)) return value;
  const keys = new Set([...Object.keys(known), ...Object.keys(value)]);
  return Object.fromEntries([...keys].map((key) => [key, key in value ? merge(known[key], value[key]) : known[key]]));
}
