import { inspect } from 'node:util';
import { GraphQLError, GraphQLScalarType, Kind, print, specifiedScalarTypes, type TypeNode } from 'graphql';
import { errorMessage, isObject } from 'stoa/tooling';
import type { TypeIndex } from '../stand-in/type-index.ts';

export interface FitParts {
  readonly types: TypeIndex;
  /** `Type.field` of fields that have a resolver: their properties may be anything. */
  readonly resolved: ReadonlySet<string>;
  /** The extension's own scalars and the internal values of its enums, by type. */
  readonly leaves: ReadonlyMap<string, unknown>;
}

const builtIn = new Map(specifiedScalarTypes.map((type) => [type.name, type]));
// Deeper objects are results of other resolvers, or lead back.
const deepest = 6;

/** Why a value is none of its type, with the path to the wrong part; undefined when it is one. */
export function misfit(value: unknown, type: TypeNode, parts: FitParts, path = '', depth = 0): string | undefined {
  if (type.kind === Kind.NON_NULL_TYPE)
    return value === null || value === undefined
      ? `${path}: ${String(value)} is no ${print(type)}`
      : misfit(value, type.type, parts, path, depth);
  if (value === null || value === undefined || value instanceof Error || isThenable(value)) return undefined;
  if (type.kind === Kind.LIST_TYPE) {
    if (!isIterable(value)) return `${path}: ${shown(value)} is no ${print(type)}`;
    const items = [...value];
    const found = items.map((item, index) => misfit(item, type.type, parts, `${path}[${index}]`, depth));
    return found.find((each) => each !== undefined);
  }
  const name = type.name.value;
  const found = parts.types.get(name);
  if (found === undefined || found.kind === 'scalar') return leafMisfit(value, name, parts, path);
  if (found.kind === 'enum') {
    const internal = parts.leaves.get(name);
    const values: readonly unknown[] = isObject(internal) ? Object.values(internal) : found.values;
    return values.includes(value) ? undefined : `${path}: ${shown(value)} is no ${name}`;
  }
  if (!isObject(value)) return `${path}: ${shown(value)} is no ${name}`;
  if (found.kind !== 'object' || depth > deepest) return undefined;
  for (const [field, node] of found.fields) {
    const property = value[field];
    if (property === undefined || typeof property === 'function' || parts.resolved.has(`${name}.${field}`)) continue;
    const wrong = misfit(property, node.type, parts, `${path}.${field}`, depth + 1);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function leafMisfit(value: unknown, name: string, { leaves }: FitParts, path: string): string | undefined {
  const own = leaves.get(name);
  const scalar = own instanceof GraphQLScalarType ? own : builtIn.get(name);
  if (scalar === undefined) return undefined;
  try {
    scalar.serialize(value);
    return undefined;
  } catch (error) {
    const reason = error instanceof GraphQLError && builtIn.has(name) ? '' : ` (${errorMessage(error)})`;
    return `${path}: ${shown(value)} is no ${name}${reason}`;
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** A value in one line. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity });
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof value.then === 'function';
}
