import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  getArgumentValues,
  getNamedType,
  isEnumType,
  isNonNullType,
  isSpecifiedScalarType,
  Kind,
  valueFromAST,
} from 'graphql';
import type { ArgumentPlan, FieldPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';

type Arguments = Record<string, unknown>;

/**
 * Plans arguments that need no coercion in a run: variables, single values and omitted arguments. Undefined for
 * lists, objects and values that do not fit: graphql-js coerces those.
 */
export function planArguments(
  { args }: GraphQLField<unknown, unknown>,
  node: FieldNode | undefined,
): readonly ArgumentPlan[] | undefined {
  const planned: ArgumentPlan[] = [];
  for (const argument of args) {
    const plan = planArgument(argument, node?.arguments ?? []);
    if (plan === undefined) return undefined;
    planned.push(plan);
  }
  return planned;
}

function planArgument(
  { name, type, defaultValue }: GraphQLArgument,
  given: NonNullable<FieldNode['arguments']>,
): ArgumentPlan | undefined {
  const node = given.find((one) => one.name.value === name)?.value;
  const required = isNonNullType(type);
  if (node === undefined)
    return required && defaultValue === undefined
      ? undefined
      : { name, variable: undefined, value: defaultValue, required };
  if (node.kind === Kind.VARIABLE) return { name, variable: node.name.value, value: defaultValue, required };
  const named = getNamedType(type);
  // Lists, objects and values of custom scalars are mutable, so each request gets new ones.
  const isSingle =
    node.kind !== Kind.LIST && node.kind !== Kind.OBJECT && (isSpecifiedScalarType(named) || isEnumType(named));
  const value = isSingle ? valueFromAST(node, type) : undefined;
  return value === undefined || Array.isArray(value) ? undefined : { name, variable: undefined, value, required };
}

/** A field's arguments, coerced with the extension's schema. Throws graphql-js's error for a wrong value. */
export function argumentsOf(run: PlanRun, field: FieldPlan): Arguments {
  const [node] = field.nodes;
  if (field.definition.args.length === 0 || node === undefined) return {};
  return quickValues(run, field) ?? getArgumentValues(field.definition, node, run.variablesFor(field));
}

function quickValues(run: PlanRun, { args, owner }: FieldPlan): Arguments | undefined {
  if (args === undefined) return undefined;
  const { variables } = run.request;
  // Enums and scalars of an extension may have values of their own.
  const arePlain = run.plan.plainVariables || owner.subschema === undefined;
  const values: Arguments = {};
  for (const { name, variable, value, required } of args) {
    const given = variable !== undefined && Object.hasOwn(variables, variable);
    if (variable !== undefined && !arePlain) return undefined;
    const own = given ? variables[variable] : value;
    if (own === undefined && !given && !required) continue;
    if (own === undefined || (own === null && required)) return undefined;
    values[name] = own;
  }
  return values;
}

export function copyOfInput(values: Arguments): Arguments {
  const copy: Arguments = {};
  for (const name in values) {
    const value = values[name];
    copy[name] = typeof value === 'object' && value !== null ? copyOfValue(value) : value;
  }
  return copy;
}

/** Copies lists and input objects. Values of custom scalars are shared, since they may be anything. */
function copyOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOfValue);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, copyOfValue(entry)]));
}
