import type { EngineObserver } from '#engine';
import type { Telemetry } from '#telemetry';

/** Counts the events of the engine. */
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
