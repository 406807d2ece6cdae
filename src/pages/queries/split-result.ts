import type { ExecutionResult, GraphQLError } from 'graphql';
import { isObject, isOutageCode } from '#base';
import type { ComponentData } from '../components/page-component.ts';
import { type FieldProjection, lost, type ProjectionRun } from './projection.ts';

/** The page's response, with the errors of its root fields. */
export interface PageAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** Error messages by root key. */
  readonly failures: ReadonlyMap<unknown, string>;
  /** The operation's error. Then there is no data. */
  readonly failure: string | undefined;
}

const noFailures: ReadonlyMap<unknown, string> = new Map();

export function answerOf({ data, errors }: ExecutionResult): PageAnswer {
  if (data === null || data === undefined)
    return { data: {}, failures: noFailures, failure: errors?.[0]?.message ?? 'the page has no data' };
  if (errors === undefined || errors.length === 0) return { data, failures: noFailures, failure: undefined };
  // The first error of a root field wins.
  return { data, failures: new Map(errors.toReversed().map(rootAndMessage)), failure: undefined };
}

function rootAndMessage({ path, message }: GraphQLError): readonly [unknown, string] {
  return [path?.[0], path === undefined ? message : `${path.join('.')}: ${message}`];
}

/** One component's props from the page's response, or why it has none. */
export function componentData(
  fields: readonly FieldProjection[],
  { data, failures, failure }: PageAnswer,
  variables: Readonly<Record<string, unknown>>,
): ComponentData {
  if (failure !== undefined && fields.length > 0) return { kind: 'left-out', reason: failure };
  const props: Record<string, unknown> = {};
  for (const { from, to, holds, complete } of fields) {
    if (holds !== undefined && !holds(variables)) continue;
    const run: ProjectionRun = { variables, reason: undefined };
    const raw = data[from] ?? null;
    const value = complete(raw, run);
    // A null root field without an error is a result. With an error, it is a failure.
    const failed = value === lost || (value === null && (raw !== null || failures.has(from)));
    if (failed) return { kind: 'left-out', reason: leftOutReason(failures.get(from), run) };
    props[to] = value;
  }
  return { kind: 'props', props };
}

/**
 * Whether a failure took all of a root field: no value is in it, and an error lies at or below it. A refusal, such
 * as of a cursor that the client made up, is an answer and no failure.
 */
export function isRootLost(key: string, { data, errors = [] }: ExecutionResult): boolean {
  if (data === null || data === undefined) return errors.length === 0 || errors.some(isFailure);
  return hasFailed([key], { errors }) && !holdsValue(data[key]);
}

/** Whether a failure, or one of a kind, lies at or below one of these root fields. */
export function hasFailed(
  keys: readonly string[],
  { errors = [] }: ExecutionResult,
  isSuch: (error: GraphQLError) => boolean = isFailure,
): boolean {
  return errors.some((error) => isSuch(error) && keys.some((key) => error.path === undefined || error.path[0] === key));
}

/** Whether something was away or too late. Then a later request may have it. */
export function isOutage({ extensions }: GraphQLError): boolean {
  return isOutageCode(extensions?.code);
}

function isFailure({ extensions }: GraphQLError): boolean {
  return !refusals.has(extensions?.code);
}

const refusals: ReadonlySet<unknown> = new Set([
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** An empty list is a value: an error would have made it null. */
function holdsValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(holdsValue);
  if (isObject(value)) return Object.entries(value).some(([key, member]) => key !== '__typename' && holdsValue(member));
  return value !== null && value !== undefined;
}

function leftOutReason(failure: string | undefined, { reason }: ProjectionRun): string {
  if (failure === undefined || reason === undefined) return failure ?? reason ?? 'its root is lost';
  return `${reason} (${failure})`;
}
