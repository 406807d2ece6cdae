import type { Finding } from '../../base/findings/startup-error.ts';
import { describeConfig } from '../../config/describe-config.ts';
import type { Generation } from '../../gateway/generation.ts';
import type { ConsoleGate } from './console-gate.ts';
import type { ConsoleSources } from './console-sources.ts';
import { nearPath, nearPlace } from './near-path.ts';
import type { Operating, ShownFinding, ShownGeneration } from './operating.ts';
import { readOverview } from './overview.ts';
import { readSource } from './read-source.ts';
import { mapShop } from './shop-map.ts';

interface OperatingParts {
  readonly sources: ConsoleSources;
  readonly gate: ConsoleGate;
}

/** All data and actions of the console's extension. */
export function createOperating({ sources, gate }: OperatingParts): Operating {
  const { gateway, generations, health, database, load } = sources;
  const show = (generation: Generation): ShownGeneration => {
    const { number, at, reason, state, ms, configHash, findings } = generation;
    const { folder } = gateway().config;
    return { number, at, reason, state, ms, configHash, findings: findings.map((each) => showFinding(each, folder)) };
  };
  return {
    overview: () => readOverview({ gateway: gateway(), health, database, load: load() }),
    map: () => mapShop(gateway()),
    generations: () => generations.list().map(show),
    async config() {
      const { stringify } = await import('yaml');
      const { config } = gateway();
      return { file: nearPath(config.file, process.cwd()), text: stringify(describeConfig(config), { lineWidth: 0 }) };
    },
    source: (at) => readSource(gateway(), at),
    signIn: (token) => gate.signIn(token),
    signOut: () => gate.signOut(),
    reload: async () => show(await generations.reload('asked for in the console')),
    async rollback(number) {
      const generation = await generations.rollback(number);
      return generation === undefined ? undefined : show(generation);
    },
  };
}

function showFinding({ code, severity, where, what, fix, related = [] }: Finding, folder: string): ShownFinding {
  const others = related.map((place) => nearPlace(place, folder));
  return { code, severity, where: nearPlace(where, folder), what, fix, related: others };
}
