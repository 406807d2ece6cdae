import type { Gateway } from '../gateway/gateway.ts';

/** Tells the process's counters which gateway serves from now on, and whose breakers are to be watched. */
export function reportServing({ telemetry, generation, extensions }: Gateway): void {
  telemetry.serve(generation);
  telemetry.breakers.clear();
  for (const [id, { calls }] of extensions) telemetry.breakers.set(id, () => calls.report.state);
}
