import type { Gateway } from '../../gateway/gateway.ts';

/** Reports to telemetry which gateway serves, and whose circuit breakers to observe. */
export function reportServing({ telemetry, generation, extensions }: Gateway): void {
  telemetry.serve(generation);
  telemetry.breakers.clear();
  for (const [id, { calls }] of extensions) telemetry.breakers.set(id, () => calls.report.state);
}
