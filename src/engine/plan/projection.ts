import type { GraphQLOutputType } from 'graphql';
import { isPromise } from '#base';
import { type Complete, type CompletedField, completeType } from './completion.ts';
import { Fault } from './fault.ts';
import { type FieldPlan, hasProtoKey, type LevelPlan } from './operation-plan.ts';

/**
 * Reads a field's whole value at once, if all fields below it are plain properties: no resolver, guard or other
 * extension. Undefined otherwise. It never calls a function. With a promise, a method or a misplaced
 * null, the column runs level by level instead.
 */
export function projection(
  level: LevelPlan,
  { field, type }: { readonly field: CompletedField; readonly type: GraphQLOutputType },
): Complete | undefined {
  const parts = projectedParts(level);
  return parts === undefined ? undefined : completeType(type, field, projectObject(parts));
}

export interface ProjectedPart {
  readonly key: string;
  /** Undefined for `__typename`. */
  readonly field: FieldPlan | undefined;
  readonly typename: string;
}

/** Undefined if fields below need more than reading properties. */
export function projectedParts(level: LevelPlan): readonly ProjectedPart[] | undefined {
  const { steps, isTypeOf, output, type } = level;
  const [step, ...others] = steps;
  if (hasProtoKey(level)) return undefined;
  if (step === undefined || others.length > 0 || step.kind !== 'own' || isTypeOf !== undefined) return undefined;
  if (output.some(({ field, elsewhere }) => elsewhere || (field !== undefined && !isProjected(field))))
    return undefined;
  return output.map(({ key, field }) => ({ key, field, typename: type.name }));
}

function isProjected({ child, resolver, guard }: FieldPlan): boolean {
  return resolver === undefined && guard === undefined && (child === undefined || child.project !== undefined);
}

export function projectObject(parts: readonly ProjectedPart[]): Complete {
  const properties = parts.map(({ key, field, typename }) => ({
    key,
    typename,
    name: field?.property ?? '',
    complete: field === undefined ? undefined : propertyOf(field.child?.project ?? field.complete),
  }));
  return (value, sink) => {
    if (value === null || value === undefined) return null;
    if (!isReadable(value)) return giveUp(sink);
    const output: Record<string, unknown> = {};
    for (const { key, name, complete, typename } of properties)
      output[key] = complete === undefined ? typename : complete(value[name], sink);
    return output;
  };
}

/** Completes a property's value. A method ends the projection. */
export function propertyOf(complete: Complete): Complete {
  return (value, sink) => (typeof value === 'function' ? giveUp(sink) : complete(value, sink));
}

function isReadable(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return !(value instanceof Fault || value instanceof Error || isPromise(value));
}

function giveUp(sink: { odd: boolean }): null {
  sink.odd = true;
  return null;
}
