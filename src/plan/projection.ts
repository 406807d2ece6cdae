import type { GraphQLOutputType } from 'graphql';
import { isPromise } from '../base/is-promise.ts';
import { type Complete, type CompletedField, completeType } from './completion.ts';
import { Fault } from './fault.ts';
import type { LeafKind, LevelPlan } from './operation-plan.ts';

/**
 * A field's whole value at once, when there is nothing below it but properties of what its resolver gave: no resolver, no
 * guard, no other extension. Undefined when there is more. It reads and never calls: whatever it does not know (a
 * promise, a method, a null in the wrong place) makes the sink odd, and the column is run level by level instead.
 */
export function projection(level: LevelPlan, { field, type, ...how }: Projection): Complete | undefined {
  const [step, ...others] = level.steps;
  if (step === undefined || others.length > 0 || step.kind !== 'own' || level.isTypeOf !== undefined) return undefined;
  const parts: ProjectedPart[] = [];
  for (const { key, field: part } of level.output) {
    if (part === undefined) {
      parts.push({ key, name: '', complete: undefined, leaf: undefined, typename: level.type.name });
      continue;
    }
    const complete = part.child === undefined ? part.complete : part.child.project;
    if (complete === undefined || part.resolver !== undefined || part.guard !== undefined) return undefined;
    parts.push({ key, name: part.name, complete, leaf: part.leaf, typename: '' });
  }
  return completeType(type, field, (how.projectObject ?? projectObject)(parts.slice()));
}

export interface Projection {
  readonly field: CompletedField;
  readonly type: GraphQLOutputType;
  /** Makes the function for one object, where that is not a closure. */
  readonly projectObject?: (parts: readonly ProjectedPart[]) => Complete;
}

export interface ProjectedPart {
  readonly key: string;
  readonly name: string;
  /** Undefined for `__typename`. */
  readonly complete: Complete | undefined;
  readonly leaf: LeafKind | undefined;
  readonly typename: string;
}

function projectObject(parts: readonly ProjectedPart[]): Complete {
  const count = parts.length;
  return (value, sink) => {
    if (value === null || value === undefined) return null;
    if (!isReadable(value)) return giveUp(sink);
    const output: Record<string, unknown> = {};
    for (let index = 0; index < count; index++) {
      const part = parts[index];
      if (part === undefined) break;
      const { key, name, complete, typename } = part;
      if (complete === undefined) {
        output[key] = typename;
        continue;
      }
      const property = value[name];
      if (typeof property === 'function') return giveUp(sink);
      output[key] = complete(property, sink);
    }
    return output;
  };
}

/** A guard: an object whose properties are the fields. */
export function isReadable(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return !(value instanceof Fault || value instanceof Error || isPromise(value));
}

function giveUp(sink: { odd: boolean }): null {
  sink.odd = true;
  return null;
}
