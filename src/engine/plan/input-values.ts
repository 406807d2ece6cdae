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

type Values = Record<string, unknown>;

/**
 * Arguments that need no coercion when an operation runs, which is most of them: variables, single values, and those that are
 * left out. Undefined where graphql-js is to decide: for a list or object, or for a value that does not fit.
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
  // Other scalars may make objects of their texts, and lists are lists: those are made anew for each request.
  const isSingle =
    node.kind !== Kind.LIST && node.kind !== Kind.OBJECT && (isSpecifiedScalarType(named) || isEnumType(named));
  const value = isSingle ? valueFromAST(node, type) : undefined;
  return value === undefined || Array.isArray(value) ? undefined : { name, variable: undefined, value, required };
}

/** A field's arguments, coerced as its extension has them. Throws graphql-js's error for a value that does not fit. */
export function argumentsOf(run: PlanRun, field: FieldPlan): Values {
  const [node] = field.nodes;
  if (field.definition.args.length === 0 || node === undefined) return {};
  return quickValues(run, field) ?? getArgumentValues(field.definition, node, run.variablesFor(field));
}

function quickValues(run: PlanRun, { args, owner }: FieldPlan): Values | undefined {
  if (args === undefined) return undefined;
  const { variables } = run.request;
  // Enums and scalars of an extension may have values of their own.
  const arePlain = run.plan.plainVariables || owner.subschema === undefined;
  const values: Values = {};
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
