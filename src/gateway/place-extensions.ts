import { type Finding, StartupError } from '../base/findings/startup-error.ts';
import type { ExtensionId } from '../base/ids.ts';
import { letRequestsIn } from '../base/let-requests-in.ts';
import type { Logger } from '../base/logger.ts';
import type { Bundle } from '../bundle/files/bundle.ts';
import { loadTimeoutMs } from '../bundle/trial/import-bundle.ts';
import { watchLoad } from '../bundle/trial/watch-load.ts';
import type { Config } from '../config/config.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { CallLimitsConfig } from '../placement/extension-calls.ts';
import type { Addresses } from '../rest/url-builder.ts';
import type { Assembly } from './assemble.ts';
import { placementKey } from './extension-pool.ts';
import { type PlacedExtension, placeExtension } from './placed-extension.ts';
import type { SharedParts } from './shared-parts.ts';

/** Runs every extension's module where gateway.yaml places it. Throws StartupError with what all of them did wrong. */
export async function placeExtensions(
  { config, manifests, bundles, composition, schemaKey, meshes }: Assembly,
  { logger, shared }: { readonly logger: Logger; readonly shared: SharedParts },
): Promise<readonly PlacedExtension[]> {
  const { pool, trials, start } = shared;
  const addresses = { endpoints: manifests.flatMap(({ endpoints }) => endpoints), pages: config.pages };
  // In process, `context.url` asks the gateway of each request.
  const told = start === undefined ? undefined : addressesOnly(addresses);
  const due = manifests.map((manifest) => {
    const bundle = bundleOf(manifest, bundles);
    const calls = callsOf(config, manifest.id);
    const mesh = meshes.get(manifest.id);
    return {
      manifest,
      bundle,
      calls,
      mesh,
      key: placementKey(manifest, bundle, { schemaKey, calls, mesh: mesh?.key, addresses: told }),
    };
  });
  const unknown = due
    .filter(({ key, bundle }) => !pool.has(key) && !pool.hasLoaded(bundle))
    .map(({ bundle }) => bundle);
  const findings = await tryToLoad(unknown, manifests, trials);
  const refused = new Set(findings.map(({ extension }) => extension));
  const failures: Finding[] = findings.map(({ finding }) => finding);
  const placed: PlacedExtension[] = [];
  // What has passed its trial needs no second watch over it.
  const watch = trials === undefined && unknown.length > 0 ? watchLoad(loadTimeoutMs + 500) : undefined;
  try {
    // One after the other, which on one thread takes no longer: an endless loop makes no other extension late.
    for (const { manifest, bundle, calls, mesh, key } of due) {
      if (refused.has(manifest.id)) continue;
      if (!pool.has(key)) await letRequestsIn();
      watch?.restart();
      try {
        placed.push(
          await pool.take(key, bundle, () =>
            placeExtension({ manifest, bundle, composition, logger, calls, mesh, addresses, start }),
          ),
        );
      } catch (error) {
        if (!(error instanceof StartupError)) throw error;
        failures.push(...error.findings.map((finding) => inTeamsFile(finding, bundle, manifest)));
      }
    }
    if (failures.length > 0) throw new StartupError(failures);
    return placed;
  } catch (error) {
    await Promise.all(placed.map((extension) => pool.release(extension)));
    throw error;
  } finally {
    await watch?.close();
  }
}

function addressesOnly({ endpoints, pages }: Addresses): Addresses {
  return { endpoints: endpoints.map(({ extension, routeId, path }) => ({ extension, routeId, path })), pages };
}

interface Refused {
  readonly extension: string;
  readonly finding: Finding;
}

async function tryToLoad(
  bundles: readonly Bundle[],
  manifests: readonly ExtensionManifest[],
  trials: SharedParts['trials'],
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  if (trials === undefined || bundles.length === 0) return refused;
  for (const { bundle, findings } of await trials.try(bundles)) {
    const manifest = manifests.find(({ id }) => id === bundle.extension);
    for (const finding of findings)
      refused.push({ extension: bundle.extension, finding: inTeamsFile(finding, bundle, manifest) });
  }
  return refused;
}

// Of a bundle nobody has written a line: where no file of the team's is known, the extension's own entry has to do.
function inTeamsFile(finding: Finding, { file }: Bundle, manifest: ExtensionManifest | undefined): Finding {
  return finding.where.file === file && manifest !== undefined ? { ...finding, where: manifest.declaredAt } : finding;
}

function bundleOf(manifest: ExtensionManifest, bundles: readonly Bundle[]): Bundle {
  const bundle = bundles.find(({ extension }) => extension === manifest.id);
  if (bundle === undefined) throw new Error(`extension ${manifest.id} was not bundled`);
  return bundle;
}

function callsOf({ calls, extensions }: Config, id: ExtensionId): CallLimitsConfig {
  const own = extensions.find(({ name }) => name === id)?.timeoutMs;
  return { ...calls, timeoutMs: own ?? calls.timeoutMs, handlerTimeoutMs: own };
}
