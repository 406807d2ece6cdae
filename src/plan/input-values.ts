import { type FieldNode, type GraphQLArgument, getArgumentValues, isNonNullType, Kind } from 'graphql';
import type { FieldPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';

type Values = Record<string, unknown>;

/** A field's arguments, coerced as its extension has them. Throws graphql-js's error for a value that does not fit. */
export function argumentsOf(run: PlanRun, field: FieldPlan): Values {
  const [node] = field.nodes;
  if (field.definition.args.length === 0 || node === undefined) return {};
  return quickValues(run, field, node) ?? getArgumentValues(field.definition, node, run.variablesFor(field));
}

/**
 * Arguments that are variables and nothing else, which is most of them: their values are coerced already. Undefined where
 * anything else decides (a constant, a default, a variable that is not there), as graphql-js has it.
 */
function quickValues(run: PlanRun, { definition, owner }: FieldPlan, node: FieldNode): Values | undefined {
  const given = node.arguments;
  if (given === undefined || given.length !== definition.args.length) return undefined;
  // Enums and scalars of an extension may have values of their own.
  if (!run.plan.plainVariables && owner.subschema !== undefined) return undefined;
  const { variables } = run.request;
  const values: Values = {};
  for (const argument of definition.args) {
    const name = variableOf(given, argument);
    if (name === undefined || !Object.hasOwn(variables, name)) return undefined;
    const value = variables[name];
    if (value === undefined || (value === null && isNonNullType(argument.type))) return undefined;
    values[argument.name] = value;
  }
  return values;
}

function variableOf(given: NonNullable<FieldNode['arguments']>, { name }: GraphQLArgument): string | undefined {
  for (const { name: own, value } of given) {
    if (own.value === name) return value.kind === Kind.VARIABLE ? value.name.value : undefined;
  }
  return undefined;
}

/** The same arguments for another call. */
export function copyOfInput(values: Values): Values {
  const copy: Values = {};
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
