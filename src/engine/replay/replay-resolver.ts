import {
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  responsePathAsArray,
} from 'graphql';
import { type ExtensionId, isObject } from '#base';
import { typeAlias } from '../plan/field-routes.ts';
import type { AnswerRun } from './answer-run.ts';
import { type Cell, Failure, PartItem, Row } from './answer-run.ts';
import { clientError } from './mask-and-log-errors.ts';

/**
 * Resolves every field of the public schema from an AnswerRun. graphql-js completes the answer with the real types,
 * so data, errors, paths and null propagation are those of one schema.
 */
export const replayResolver: GraphQLFieldResolver<unknown, AnswerRun> = (parent, _args, run, info) => {
  const { key } = info.path;
  if (parent instanceof Row && Object.hasOwn(parent.data, key))
    return complete({ value: parent.data[key], source: parent.source }, run, info);
  const request = { name: info.fieldName, responseKey: String(info.path.key), nodes: info.fieldNodes };
  const cell = parent instanceof Row ? run.field(parent, request, info) : run.root(request, info);
  return cell instanceof Promise ? cell.then((found) => complete(found, run, info)) : complete(cell, run, info);
};

function complete(cell: Cell, run: AnswerRun, info: GraphQLResolveInfo): unknown {
  if (typeof cell.value === 'string' || typeof cell.value === 'number') return cell.value;
  return new Completion(cell.source, run, info).value(cell.value, info.returnType, []);
}

/** Turns a subschema's value into what graphql-js takes: Rows for objects, Errors where something failed. */
class Completion {
  readonly #source: ExtensionId;
  readonly #run: AnswerRun;
  readonly #info: GraphQLResolveInfo;

  constructor(source: ExtensionId, run: AnswerRun, info: GraphQLResolveInfo) {
    this.#source = source;
    this.#run = run;
    this.#info = info;
  }

  value(value: unknown, type: GraphQLOutputType, at: readonly number[]): unknown {
    if (value instanceof PartItem)
      return new Completion(value.source, this.#run, this.#info).value(value.value, type, at);
    if (value instanceof Failure)
      return clientError(value.error.message, { ...this.#location(at), extensions: value.error.extensions });
    if (isNonNullType(type)) {
      const completed = this.value(value, type.ofType, at);
      return completed === null ? this.#nullError(at) : completed;
    }
    if (value === null || value === undefined) return null;
    if (isListType(type))
      return Array.isArray(value) ? value.map((item, index) => this.value(item, type.ofType, [...at, index])) : value;
    if (isObjectType(type) && isObject(value)) return new Row(type.name, this.#source, value);
    if (isAbstractType(type) && isObject(value)) return new Row(String(value[typeAlias]), this.#source, value);
    return value;
  }

  /** graphql-js's message, with the extension that left the null. */
  #nullError(at: readonly number[]): GraphQLError {
    const field = `${this.#info.parentType.name}.${this.#info.fieldName}`;
    const location = this.#location(at);
    this.#run.mask.noteEmpty(field, this.#source, location.path);
    return clientError(`Cannot return null for non-nullable field ${field}.`, {
      ...location,
      extensions: { code: 'INTERNAL_SERVER_ERROR', extension: this.#source },
    });
  }

  /** Sets nodes and path here, because graphql-js would copy the error to add them, and read its stack for that. */
  #location(at: readonly number[]) {
    const { fieldNodes, path } = this.#info;
    return { nodes: fieldNodes, path: [...responsePathAsArray(path), ...at] };
  }
}
