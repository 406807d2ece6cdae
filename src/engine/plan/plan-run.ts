import { GraphQLError, getVariableValues, visit } from 'graphql';
import { type ExtensionId, RequestError } from '#base';
import type { Context } from '../subschema/resolver.ts';
import type { CallLimits, Limits } from './call-limits.ts';
import type { EngineTracing } from './engine-observer.ts';
import { Fault, RequiredNull } from './fault.ts';
import type { FieldPlan, LostError, OperationPlan, OwnerPlan, OwnScope } from './operation-plan.ts';

export interface PlanRequest {
  /** Coerced with the public schema. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** As the client sent them. */
  readonly rawVariables: Readonly<Record<string, unknown>>;
  /** `aborted` is true once the client no longer waits. */
  readonly scope: OwnScope & { readonly aborted?: boolean | undefined };
  readonly calls: PlanCalls;
  /** Called before each step. */
  readonly onStep?: ((extension: ExtensionId) => void) | undefined;
  readonly tracing?: EngineTracing | undefined;
}

export interface PlanCalls extends CallLimits {
  /** The same context for all calls of a request. Throws while the extension's circuit is open. */
  contextOf(extension: ExtensionId): Context;
}

const noneLost: readonly LostError[] = [];

/** One run of a plan. Nothing in it outlives the operation. */
export class PlanRun {
  /** Something went wrong, so a replay completes the answer. */
  odd = false;
  /** Errors of extensions elsewhere that have no place in the columns. */
  lost: readonly LostError[] = noneLost;
  readonly plan: OperationPlan;
  readonly request: PlanRequest;

  constructor(plan: OperationPlan, request: PlanRequest) {
    this.plan = plan;
    this.request = request;
  }

  fault(error: unknown, extension: ExtensionId | undefined): Fault {
    this.odd = true;
    return new Fault(error, extension);
  }

  /** A required field is null at a non-null place. */
  requiredNull({ place, owner }: FieldPlan): Fault {
    this.odd = true;
    return new RequiredNull(place, owner.extension);
  }

  lose(lost: LostError): void {
    this.odd = true;
    this.lost = [...this.lost, lost];
  }

  limitsOf({ extension }: OwnerPlan): Limits {
    return { extension, calls: this.request.calls };
  }

  /** Begins a step. Gives the extension's context, or a Fault once the request is aborted or the circuit is open. */
  begin({ extension }: OwnerPlan): Context | Fault | undefined {
    if (extension === undefined) return undefined;
    const { scope, calls, onStep } = this.request;
    if (scope.aborted) {
      const error = new RequestError('TIMEOUT', 504, 'The request was given up before this field.');
      return this.fault(error, extension);
    }
    try {
      const context = calls.contextOf(extension);
      onStep?.(extension);
      return context;
    } catch (error) {
      return this.fault(error, extension);
    }
  }

  /** The variables coerced with the schema of the field's extension, whose enums and scalars may have other values. */
  variablesFor({ owner, nodes }: FieldPlan): Readonly<Record<string, unknown>> {
    const { plan, request } = this;
    if (plan.plainVariables || owner.subschema === undefined) return request.variables;
    const used = new Set<string>();
    const [node] = nodes;
    for (const argument of node?.arguments ?? [])
      visit(argument.value, { Variable: ({ name }) => void used.add(name.value) });
    const definitions = (plan.operation.variableDefinitions ?? []).filter((one) => used.has(one.variable.name.value));
    const { coerced, errors } = getVariableValues(owner.subschema.schema, definitions, request.rawVariables);
    if (coerced === undefined) throw errors[0] ?? new GraphQLError('The variables are not valid.');
    return coerced;
  }
}
