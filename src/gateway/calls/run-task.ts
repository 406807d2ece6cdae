import { randomUUID } from 'node:crypto';
import { asError, type ExtensionId, type Logger, RequestError, untilAborted } from '#base';
import type { Config } from '#config';
import type { Caller, Context, RequestInfo } from '#extension-api';
import { createPayloadCheck, type ExtensionManifest } from '#extensions';
import type { RequestScope } from '#http';
import type { ExtensionCalls, RunningExtension } from '#placement';
import type { TaskCall } from '#queue';
import type { Telemetry } from '#telemetry';
import { runAs } from '#watchdog';

interface TaskParts {
  readonly config: Pick<Config, 'extensions'>;
  readonly manifests: readonly ExtensionManifest[];
  readonly extensions: ReadonlyMap<
    ExtensionId,
    { readonly running: Pick<RunningExtension, 'runTask'>; readonly calls: ExtensionCalls }
  >;
  readonly contextOf: (extension: ExtensionId, scope: RequestScope) => Context;
  readonly logger: Logger;
  readonly telemetry: Pick<Telemetry, 'tracing'>;
}

/** Runs tasks. Rejects with RequestError 503 for an attempt that has not begun, else with the task's error or 504. */
export function createRunTask(parts: TaskParts): (call: TaskCall) => Promise<void> {
  const { config, manifests, extensions, logger, telemetry } = parts;
  const callers = new Map(config.extensions.map(({ name, permissions }) => [name, callerOf(name, permissions)]));
  const checkEvent = eventChecks(manifests);
  return async ({ extension, task, input, attempt, signal, trace }) => {
    // 1. Find: is it a task of this generation?
    const placed = extensions.get(extension);
    const manifest = manifests.find(({ id }) => id === extension);
    const described = manifest?.tasks.find(({ name }) => name === task);
    if (placed === undefined || described === undefined)
      throw new RequestError('UNAVAILABLE', 503, `There is no task ${extension}/${task}.`, { 'retry-after': '1' });

    // 2. Validate: has its owner described the event so?
    if (described.kind === 'subscriber') checkEvent(described.event, input);

    // 3. Do: the extension works, until the time is over or the process stops.
    const probe = placed.calls.admit(); // throws 503 while the circuit is open
    const late = new AbortController();
    const message = `The task ${extension}/${task} took longer than ${described.timeoutMs / 1000} s.`;
    const end = (): void => late.abort(new RequestError('TIMEOUT', 504, message));
    const timer = setTimeout(end, described.timeoutMs);
    const ending = AbortSignal.any([signal, late.signal]);
    const caller = callers.get(extension) ?? callerOf(extension, []);
    const scope = new TaskScope(caller, { logger, signal: ending, trace });
    const run = { task, input, attempt, context: parts.contextOf(extension, scope) };
    const work = (): Promise<void> => runAs(extension, () => placed.running.runTask(run));
    const attributes = { 'stoa.extension': extension, 'stoa.task': task, 'stoa.attempt': attempt };
    const span = { name: `${extension} ${task}`, kind: 'consumer', trace, attributes } as const;
    try {
      await untilAborted(ending, telemetry.tracing === undefined ? work() : telemetry.tracing.span(span, work));
      placed.calls.succeeded();
    } catch (error) {
      if (ending.aborted) probe?.failed();
      else placed.calls.threw(error);
      throw asError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

function callerOf(id: ExtensionId, permissions: readonly string[]): Caller {
  return { kind: 'extension', id, permissions };
}

/** Throws for an event whose payload is not as its owner describes it. Without its owner, an event passes. */
function eventChecks(manifests: readonly ExtensionManifest[]): (event: string, input: unknown) => void {
  const checks = new Map(
    manifests.flatMap(({ events }) => events.map(({ name, schema }) => [name, createPayloadCheck(schema)])),
  );
  return (event, input) => {
    const payload = typeof input === 'object' && input !== null && 'payload' in input ? input.payload : undefined;
    const problem = checks.get(event)?.(payload);
    if (problem !== undefined)
      throw new Error(`The payload of "${event}" is not as its owner describes it: ${problem}`);
  };
}

interface TaskExchange {
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly trace: string | undefined;
}

class TaskScope implements RequestScope {
  readonly caller: Caller;
  readonly visitor = null;
  readonly depth = 0;
  readonly request: RequestInfo;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  outage: RequestScope['outage'];

  constructor(caller: Caller, { logger, signal, trace }: TaskExchange) {
    const id = randomUUID();
    this.caller = caller;
    this.signal = signal;
    this.logger = logger.child({ requestId: id });
    const headers = trace === undefined ? {} : { traceparent: trace };
    this.request = { id, method: 'POST', url: '/', address: '', headers };
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }
}
