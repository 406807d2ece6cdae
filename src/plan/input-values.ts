import { getArgumentValues } from 'graphql';
import type { FieldPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';

/** A field's arguments, coerced as its extension has them. Throws graphql-js's error for a value that does not fit. */
export function argumentsOf(run: PlanRun, field: FieldPlan): Record<string, unknown> {
  const [node] = field.nodes;
  if (field.definition.args.length === 0 || node === undefined) return {};
  return getArgumentValues(field.definition, node, run.variablesFor(field));
}

/** The same arguments for another call. */
export function copyOfInput(values: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in values) {
    const value = values[name];
    copy[name] = typeof value === 'object' && value !== null ? copyOfValue(value) : value;
  }
  return copy;
}

/** Lists and input objects are copied; a custom scalar's value may be anything, and is shared. */
function copyOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOfValue);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, copyOfValue(entry)]));
}
