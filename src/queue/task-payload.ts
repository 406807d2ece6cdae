import { isObject } from '#base';

/** What a task gets, and the trace of what added it. */
interface TaskInput {
  readonly input: unknown;
  readonly trace: string | undefined;
}

/** Reads what `stoa.publish` has written. `task` is a part of the key, so that each subscriber has one of its own. */
export function readEvent(payload: unknown, task: string): TaskInput {
  const { id, name, at, payload: event, trace } = isObject(payload) ? payload : {};
  return { input: { id, name, at, payload: event, key: `${id}/${task}` }, trace: textOf(trace) };
}

/** Reads what `stoa.later` and ticks have written. */
export function readJob(payload: unknown): TaskInput & { readonly tick: string | undefined } {
  const { input, trace, tick } = isObject(payload) ? payload : {};
  return { input, trace: textOf(trace), tick: textOf(tick) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
