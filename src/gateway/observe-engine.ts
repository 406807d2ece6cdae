import type { EngineObserver } from '#engine';
import type { Telemetry } from '#telemetry';

/** Counts what the engine tells of its work. */
export function observeEngine(telemetry: Telemetry): EngineObserver {
  const { operations, tracing } = telemetry;
  return {
    callsOf: (extension) => telemetry.extension(extension).graphql,
    tracing,
    began: (how) => {
      operations[how]++;
    },
    replayed: () => {
      telemetry.replayed++;
    },
  };
}
