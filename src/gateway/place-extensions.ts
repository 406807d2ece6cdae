import type { ExtensionId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { type Finding, StartupError } from '../base/startup-error.ts';
import { loadTimeoutMs } from '../build/import-bundle.ts';
import { watchLoad } from '../build/watch-load.ts';
import type { CallsConfig, Config } from '../config/config.ts';
import { placeInProcess } from '../placement/in-process.ts';
import type { RunningExtension } from '../placement/running-extension.ts';
import type { Assembly } from './assemble.ts';

/** Runs every extension's module where gateway.yaml places it. Throws StartupError with what all of them did wrong. */
export async function placeExtensions(
  { config, manifests, bundles, composition }: Assembly,
  { logger }: { readonly logger: Logger },
): Promise<readonly RunningExtension[]> {
  const bundleOf = new Map(bundles.map((bundle) => [bundle.extension, bundle]));
  const findings: Finding[] = [];
  const placed: RunningExtension[] = [];
  // A little longer than the loading itself may wait, which can then say by name what is late.
  const watch = watchLoad(loadTimeoutMs + 500);
  try {
    // One after the other, which on one thread takes no longer: an endless loop makes no other extension late.
    for (const manifest of manifests) {
      const bundle = bundleOf.get(manifest.id);
      if (bundle === undefined) throw new Error(`extension ${manifest.id} was not bundled`);
      watch.restart();
      try {
        placed.push(
          await placeInProcess({ manifest, bundle, composition, logger, calls: callsOf(config, manifest.id) }),
        );
      } catch (error) {
        if (!(error instanceof StartupError)) throw error;
        findings.push(...error.findings);
      }
    }
  } finally {
    await watch.close();
  }
  if (findings.length > 0) throw new StartupError(findings);
  return placed;
}

function callsOf({ calls, extensions }: Config, id: ExtensionId): CallsConfig {
  const own = extensions.find(({ name }) => name === id)?.timeoutMs;
  return { ...calls, timeoutMs: own ?? calls.timeoutMs };
}
