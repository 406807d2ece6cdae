import { isObject } from '#base';

/** What a task gets, and the trace of what added it. */
interface TaskInput {
  readonly input: unknown;
  readonly trace: string | undefined;
}

/** Reads what `stoa.publish` has written. `task` is a part of the key, so that each subscriber has one of its own. */
export function readEvent(payload: unknown, task: string): TaskInput {
  const { id, name, at, payload: event, trace } = isObject(payload) ? payload : {};
  return { input: { id, name, at, payload: event, key: `${id}/${task}` }, trace: traceOf(trace) };
}

/** Reads what `stoa.later` and ticks have written. */
export function readJob(payload: unknown): TaskInput {
  const { input, trace } = isObject(payload) ? payload : {};
  return { input, trace: traceOf(trace) };
}

function traceOf(trace: unknown): string | undefined {
  return typeof trace === 'string' ? trace : undefined;
}
