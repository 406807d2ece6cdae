import { openTelemetry } from '#base';
import type { Tracing } from './tracing.ts';

/** The tracing of the process. Undefined when no SDK has registered a tracer provider. */
export async function findTracing(): Promise<Tracing | undefined> {
  if (openTelemetry('trace') === undefined) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing();
}
