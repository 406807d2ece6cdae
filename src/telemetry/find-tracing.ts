import type { Tracing } from './tracing.ts';

// Where @opentelemetry/api 1.x keeps what an SDK registers, so that all copies of it in a process share one. Looked at by
// hand, since loading the package takes longer than most of a start, and nearly nobody has an SDK.
const registryKey = Symbol.for('opentelemetry.js.api.1');

/** The process's OpenTelemetry; undefined when no SDK has registered a tracer provider before. */
export async function findTracing(): Promise<Tracing | undefined> {
  const registry: unknown = Reflect.get(globalThis, registryKey);
  if (typeof registry !== 'object' || registry === null || !('trace' in registry)) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing();
}
