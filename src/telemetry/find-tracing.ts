import type { Tracing } from './tracing.ts';

// Where @opentelemetry/api 1.x registers an SDK, for all copies of the package in a process. Read directly, because
// loading the package takes longer than most of a start, and few processes have an SDK.
const registryKey = Symbol.for('opentelemetry.js.api.1');

/** The tracing of the process. Undefined when no SDK has registered a tracer provider. */
export async function findTracing(): Promise<Tracing | undefined> {
  const registry: unknown = Reflect.get(globalThis, registryKey);
  if (typeof registry !== 'object' || registry === null || !('trace' in registry)) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing();
}
