import type { Attributes } from '@opentelemetry/api';
import { isObject } from './is-object.ts';
import { requireOwn } from './own-files.ts';

type OpenTelemetry = typeof import('@opentelemetry/api');

// Where @opentelemetry/api 1.x registers an SDK, for all copies of the package in a process. Read directly, because
// loading the package takes longer than most of a start, and few processes have an SDK.
const registryKey = Symbol.for('opentelemetry.js.api.1');

let api: OpenTelemetry | undefined;

/** OpenTelemetry's API. Undefined when no SDK of this process takes such signals. */
export function openTelemetry(signal: 'trace' | 'logs'): OpenTelemetry | undefined {
  const registry: unknown = Reflect.get(globalThis, registryKey);
  if (!isObject(registry) || !(signal in registry)) return undefined;
  api ??= requireOwn('@opentelemetry/api');
  return api;
}

/** The active span, by OpenTelemetry's names for log lines. Empty without a span. */
export function spanFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = openTelemetry('trace')?.trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** The event of a failed export. It is not exported: each failure would cause the next. */
export const exportFailed = 'traces and logs could not be sent';

/** Gives a log line in JSON to the OpenTelemetry SDK, if one takes logs. The SDK adds the active span. */
export function emitLine(line: string): void {
  const logs = openTelemetry('logs')?.logs;
  if (logs === undefined) return;
  const { level, time, msg, err, trace_id, span_id, ...fields }: Record<string, unknown> = JSON.parse(line);
  if (msg === exportFailed) return;
  const [severityText, severityNumber] = severities[String(level)] ?? severities[30];
  logs.getLogger('stoa').emit({
    severityText,
    severityNumber,
    timestamp: new Date(String(time)),
    body: String(msg),
    attributes: attributesOf({ ...fields, ...exceptionOf(err) }),
  });
}

/** pino's levels, and OpenTelemetry's: `SeverityNumber`. */
const severities: { readonly [level: string]: readonly [string, number]; readonly 30: readonly [string, number] } = {
  20: ['DEBUG', 5],
  30: ['INFO', 9],
  40: ['WARN', 13],
  50: ['ERROR', 17],
};

/** The semantic conventions for exceptions. */
function exceptionOf(err: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(err)) return {};
  const { type, message, stack, ...rest } = err;
  return { ...rest, 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack };
}

// Not every back end shows nested values.
function attributesOf(fields: Readonly<Record<string, unknown>>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    attributes[name] = isPlain ? value : JSON.stringify(value);
  }
  return attributes;
}
