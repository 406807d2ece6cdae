import { GraphQLError, GraphQLList, GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { awaited, type Limits, withinTime } from '../plan/call-limits.ts';
import { Fault } from '../plan/fault.ts';
import type { AskedEntities, BackEnd, StepPlan, StepRun } from '../plan/operation-plan.ts';
import { callBatch } from '../subschema/batched-resolver.ts';

type Values = readonly unknown[];

/** Runs the extension's resolvers in this process. */
export const resolverBackEnd: BackEnd = { gives: 'objects', entities: findEntities };

function findEntities(run: StepRun, step: StepPlan, { type, keys, context }: AskedEntities): Values | Promise<Values> {
  const { reference, owner } = step;
  const check = (value: unknown): unknown => entityOf(run, value, owner.extension);
  if (reference === undefined) return keys;
  const info = referenceInfo(run, step);
  const limits = run.limitsOf(owner);
  if (typeof reference === 'object') {
    const call = { parents: keys, args: {}, context, info, name: `${type}.__resolveReference` };
    const late = (error: Error): Values => keys.map(() => new Fault(error, owner.extension));
    const answers = callBatch(reference, call);
    if (answers instanceof Promise) return foundBy(withinTime(answers, limits, late), limits, check);
    const all = awaited(answers, limits);
    return all instanceof Promise ? all.then((values) => values.map(check)) : Array.from(all, check);
  }
  const values = keys.map((key) => {
    try {
      return reference(key, {}, context, info);
    } catch (error) {
      return run.fault(error, owner.extension);
    }
  });
  const found = awaited(values, limits);
  return found instanceof Promise ? found.then((all) => all.map(check)) : found.map(check);
}

async function foundBy(
  answers: PromiseLike<Values>,
  limits: Limits,
  check: (value: unknown) => unknown,
): Promise<Values> {
  return Array.from(await awaited(await answers, limits), check);
}

/** Checks the result of `__resolveReference` as `_entities` would. */
function entityOf(run: StepRun, value: unknown, extension: Limits['extension']): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Fault) return run.fault(value.error, extension);
  if (value instanceof Error) return run.fault(value, extension);
  if (typeof value === 'object') return value;
  const message =
    'Abstract type "_Entity" must resolve to an Object type at runtime for field "Query._entities". Either the "_Entity" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.';
  return run.fault(new GraphQLError(message), extension);
}

const unnamed = new GraphQLObjectType({ name: 'Query', fields: {} });

function referenceInfo({ plan, request }: StepRun, { owner, fields }: StepPlan): GraphQLResolveInfo {
  const schema = owner.subschema?.schema ?? plan.schema;
  const parentType = schema.getQueryType() ?? unnamed;
  const { type } = parentType.getFields()._entities ?? { type: new GraphQLList(unnamed) };
  return {
    fieldName: '_entities',
    fieldNodes: fields.flatMap(({ nodes }) => nodes),
    returnType: type,
    parentType,
    path: { prev: undefined, key: '_entities', typename: parentType.name },
    schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: request.variables,
  };
}
