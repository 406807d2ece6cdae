import type { FieldNode, GraphQLError, GraphQLResolveInfo } from 'graphql';
import { type ExtensionId, isObject } from '#base';
import type { EngineObserver } from '../plan/engine-observer.ts';
import type { OwnField, OwnScope } from '../plan/operation-plan.ts';
import type { EngineLogger } from '../run/engine-operation.ts';
import { ErrorMask } from './mask-and-log-errors.ts';

/** A value of a subschema's answer, before completion, and its extension. */
export interface Cell {
  readonly value: unknown;
  readonly source: ExtensionId;
}

/** An object of the answer, and the extension that gave it. */
export class Row {
  readonly type: string;
  readonly source: ExtensionId;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(type: string, source: ExtensionId, data: Readonly<Record<string, unknown>>) {
    this.type = type;
    this.source = source;
    this.data = data;
  }
}

/** Stands at a place of an answer where an error left a null. The error is masked already. */
export class Failure {
  readonly error: GraphQLError;

  constructor(error: GraphQLError) {
    this.error = error;
  }
}

/** An item of a list that several extensions fill, with the one that gave it. */
export class PartItem {
  readonly value: unknown;
  readonly source: ExtensionId;

  constructor(value: unknown, source: ExtensionId) {
    this.value = value;
    this.source = source;
  }
}

/** A field at its place in the client's operation. */
export interface FieldRequest {
  readonly name: string;
  readonly responseKey: string;
  readonly nodes: readonly FieldNode[];
}

/** What all operations on one engine share. */
export interface AnswerParts {
  /** Fields of Query that belong to no extension, by name. */
  readonly ownFields: ReadonlyMap<string, OwnField>;
  readonly observe?: EngineObserver | undefined;
  /** Used for operations whose scope has no logger. */
  readonly logger: EngineLogger;
  /** Gives an error of an extension the words of the request's locale. */
  readonly inWords?: ((error: Error, extension: ExtensionId, scope: OwnScope) => Error) | undefined;
}

/** Gives graphql-js the values of one operation's answer. */
export abstract class AnswerRun {
  readonly mask: ErrorMask;
  /** Errors of subschemas that have no place of their own in the answer. */
  readonly lost: GraphQLError[] = [];
  readonly #ownFields: AnswerParts['ownFields'];
  readonly #scope: OwnScope;

  constructor(
    scope: OwnScope & { readonly logger?: EngineLogger | undefined },
    { ownFields, observe, logger, inWords }: AnswerParts,
  ) {
    const words = inWords && ((error: Error, extension: ExtensionId) => inWords(error, extension, scope));
    this.mask = new ErrorMask(scope.logger ?? logger, observe, words);
    this.#ownFields = ownFields;
    this.#scope = scope;
  }

  /** Gives a field of Query or Mutation. */
  abstract root(request: FieldRequest, info: GraphQLResolveInfo): Cell | Promise<Cell>;

  abstract field(row: Row, request: FieldRequest, info: GraphQLResolveInfo): Cell | Promise<Cell>;

  /** Adds the errors that are known only at the end of the operation. */
  addLost(): void {
    // Most runs have none.
  }

  /** Resolves a field of Query that belongs to no extension. */
  own(name: string, args: unknown): unknown {
    return this.#ownFields.get(name)?.(isObject(args) ? args : {}, this.#scope);
  }
}

/** A run without a plan: introspection, or an operation that graphql-js refuses. */
export class SchemaRun extends AnswerRun {
  override root({ name }: FieldRequest): never {
    throw new Error(`nothing was planned for ${name}`);
  }

  override field(row: Row, { name }: FieldRequest): never {
    throw new Error(`nothing was planned for ${row.type}.${name}`);
  }
}
