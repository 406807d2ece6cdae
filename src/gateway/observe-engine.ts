import type { EngineObserver } from '../engine/plan/engine-observer.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

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
