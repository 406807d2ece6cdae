import type { Logger } from '../base/logger.ts';
import { type Finding, StartupError } from '../base/startup-error.ts';
import { placeInProcess } from '../placement/in-process.ts';
import type { RunningExtension } from '../placement/running-extension.ts';
import type { Assembly } from './assemble.ts';

/** Runs every extension's module where gateway.yaml places it. Throws StartupError with what all of them did wrong. */
export async function placeExtensions(
  { manifests, bundles, composition }: Assembly,
  { logger }: { readonly logger: Logger },
): Promise<readonly RunningExtension[]> {
  const bundleOf = new Map(bundles.map((bundle) => [bundle.extension, bundle]));
  const settled = await Promise.allSettled(
    manifests.map(async (manifest) => {
      const bundle = bundleOf.get(manifest.id);
      if (bundle === undefined) throw new Error(`extension ${manifest.id} was not bundled`);
      return placeInProcess({ manifest, bundle, composition, logger });
    }),
  );

  const findings: Finding[] = [];
  const placed: RunningExtension[] = [];
  for (const outcome of settled) {
    if (outcome.status === 'fulfilled') placed.push(outcome.value);
    else if (outcome.reason instanceof StartupError) findings.push(...outcome.reason.findings);
    else throw outcome.reason;
  }
  if (findings.length > 0) throw new StartupError(findings);
  return placed;
}
