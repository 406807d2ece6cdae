import { GraphQLError, getVariableValues, Kind, type VariableDefinitionNode, visit } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Context } from '../subschema/resolver.ts';
import type { CallLimits, Limits } from './call-limits.ts';
import type { EngineTracing } from './engine-observer.ts';
import { Fault, RequiredNull } from './fault.ts';
import type { FieldPlan, LostError, OperationPlan, OwnerPlan } from './operation-plan.ts';

/** What a plan gets of one request. */
export interface PlanRequest {
  /** Coerced with the public schema. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** As the client sent them. */
  readonly rawVariables: Readonly<Record<string, unknown>>;
  /** Nobody waits for the answer once `aborted` is true. */
  readonly scope: { readonly aborted?: boolean | undefined };
  readonly calls: PlanCalls;
  /** Told before each step. */
  readonly onStep?: ((extension: ExtensionId) => void) | undefined;
  readonly tracing?: EngineTracing | undefined;
}

/** What a plan needs of the extensions that it calls. */
export interface PlanCalls extends CallLimits {
  /** The context of an extension: the same one whenever it is asked for within a request. Throws while the extension has a rest. */
  contextOf(extension: ExtensionId): Context;
}

const noneLost: readonly LostError[] = [];

/** One run of a plan. Nothing in it outlives the operation. */
export class PlanRun {
  /** Something went wrong somewhere: the answer is completed by a replay. */
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

  /** What another field requires of an object is null, although it must not be. */
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

  /** Begins a step: gives the extension's context, or a Fault when nobody waits for the answer any longer. */
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

  /** The variables as the field's extension reads them: it may have values of its own for enums and scalars. */
  variablesFor({ owner, nodes }: FieldPlan): Readonly<Record<string, unknown>> {
    const { plan, request } = this;
    if (plan.plainVariables || owner.subschema === undefined) return request.variables;
    const used = new Set<string>();
    const [node] = nodes;
    for (const argument of node?.arguments ?? [])
      visit(argument.value, { Variable: ({ name }) => void used.add(name.value) });
    const definitions = (plan.operation.variableDefinitions ?? []).filter((one) => used.has(nameOf(one)));
    const { coerced, errors } = getVariableValues(owner.subschema.schema, definitions, request.rawVariables);
    if (coerced === undefined) throw errors[0] ?? new GraphQLError('The variables are not valid.');
    return coerced;
  }
}

function nameOf({ variable }: VariableDefinitionNode): string {
  return variable.kind === Kind.VARIABLE ? variable.name.value : '';
}
