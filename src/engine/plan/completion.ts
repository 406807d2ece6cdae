import {
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
} from 'graphql';
import { type ExtensionId, inspectValue, isPromise } from '#base';
import { Fault } from './fault.ts';

/** Collects what completing one column finds. */
export class Sink {
  /** Something is wrong in the column, so the answer needs a replay. */
  odd = false;
  /** A list holds a promise or a non-array iterable, so the column has to be settled first. */
  unsettled = false;
  /** The objects of the column, in order: the parents of the next level. */
  readonly objects: unknown[] = [];
}

/** Turns a resolver's value into a cell: a serialised leaf, `pending`, null, a Fault, or lists of them. */
export type Complete = (value: unknown, sink: Sink) => unknown;

/** The same for a whole column. */
export type CompleteAll = (values: readonly unknown[], sink: Sink) => unknown[];

/** Marks the place of an object whose level has not run yet. */
export const pending: unique symbol = Symbol('an object of the next level');

export interface CompletedField {
  readonly extension: ExtensionId | undefined;
  /** `Type.field`, for messages. */
  readonly place: string;
}

/** Adds lists and non-nulls to the completion of a named type, with graphql-js's rules and messages. */
export function completeType(type: GraphQLOutputType, field: CompletedField, named: Complete): Complete {
  if (isNonNullType(type)) {
    const nullable = completeType(type.ofType, field, named);
    return (value, sink) => {
      const completed = nullable(value, sink);
      if (completed === null) sink.odd = true;
      return completed;
    };
  }
  return isListType(type) ? completeList(completeType(type.ofType, field, named), field) : named;
}

function completeList(item: Complete, { extension, place }: CompletedField): Complete {
  return (value, sink) => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) {
      const { length } = value;
      const completed: unknown[] = new Array(length);
      for (let index = 0; index < length; index++) completed[index] = item(value[index], sink);
      return completed;
    }
    if (value instanceof Fault || value instanceof Error) return fault(value, extension, sink);
    if (isIterable(value) || isPromise(value)) {
      sink.unsettled = true;
      return null;
    }
    const message = `Expected Iterable, but did not find one for field "${place}".`;
    return fault(new GraphQLError(message), extension, sink);
  };
}

/** Collects an object for the next level. */
export function completeObject({ extension }: CompletedField): Complete {
  return (value, sink) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Fault || value instanceof Error) return fault(value, extension, sink);
    if (isPromise(value)) {
      sink.unsettled = true;
      return null;
    }
    sink.objects.push(value);
    return pending;
  };
}

/** Serialises a scalar or enum. Values that need no serialising are recognised first. */
export function completeLeaf(type: GraphQLLeafType, { extension }: CompletedField): Complete {
  const other: Complete = (value, sink) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Fault || value instanceof Error) return fault(value, extension, sink);
    if (isPromise(value)) {
      sink.unsettled = true;
      return null;
    }
    return serialize(type, value, { extension, sink });
  };
  if (!isSpecifiedScalarType(type)) return other;
  switch (type.name) {
    case 'String':
    case 'ID':
      return (value, sink) => (typeof value === 'string' ? value : other(value, sink));
    case 'Int':
      return (value, sink) => (typeof value === 'number' && (value | 0) === value ? value : other(value, sink));
    case 'Float':
      return (value, sink) => (typeof value === 'number' && Number.isFinite(value) ? value : other(value, sink));
    default:
      return (value, sink) => (typeof value === 'boolean' ? value : other(value, sink));
  }
}

function serialize(
  type: GraphQLLeafType,
  value: unknown,
  { extension, sink }: { readonly extension: ExtensionId | undefined; readonly sink: Sink },
): unknown {
  try {
    const serialized = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    const call = `${inspectValue(type)}.serialize(${inspectValue(value)})`;
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspectValue(serialized)}`);
  } catch (error) {
    return fault(error, extension, sink);
  }
}

function fault(reason: unknown, extension: ExtensionId | undefined, sink: Sink): Fault {
  sink.odd = true;
  return reason instanceof Fault ? reason : new Fault(reason, extension);
}

export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** The number of lists around the named type. */
export function listDepth(type: GraphQLOutputType): number {
  if (isNonNullType(type)) return listDepth(type.ofType);
  return isListType(type) ? 1 + listDepth(type.ofType) : 0;
}
