import { type ExtensionId, errorFinding, type Finding, type Logger, StartupError, yieldToEventLoop } from '#base';
import { type Bundle, digest, endBlockedLoad } from '#bundle';
import type { PlacementConfig } from '#config';
import { createOutbox, type ExtensionManifest, noSettings } from '#extensions';
import type { DatabaseServer } from '#postgres';
import type { createUrlBuilders } from '#rest';
import type { Assembly } from './assemble.ts';
import { type PlacedExtension, type PlaceOptions, placeExtension } from './placed-extension.ts';
import { type ProcessHost, selectStart } from './select-start.ts';
import type { SharedParts } from './shared-parts.ts';

interface PlaceParts {
  readonly logger: Logger;
  readonly shared: SharedParts;
  readonly database: Pick<DatabaseServer, 'of' | 'isCrowded' | 'trouble'> & {
    readonly handed?: DatabaseServer['handed'] | undefined;
  };
}

const here: PlacementConfig = { kind: 'in-process' };

/** Runs every extension's modules where gateway.yaml places them. Throws StartupError with the findings of all. */
export async function placeExtensions(
  { config, manifests, bundles, composition, schemaKey, meshes }: Assembly,
  { logger, shared, database }: PlaceParts,
): Promise<readonly PlacedExtension[]> {
  const { pool, trials, startOf, questions } = shared;
  const host: ProcessHost = {
    handed: database.handed,
    answerQuestions: (socket, extension) => questions.accept(socket, extension),
  };
  const addresses: Parameters<typeof createUrlBuilders>[0] = {
    endpoints: manifests.flatMap((manifest) =>
      manifest.endpoints.map(({ extension, routeId, path }) => ({ extension, routeId, path })),
    ),
    pages: Object.fromEntries(Object.entries(config.pages).map(([group, { path }]) => [group, { path }])),
    locales: config.shop.locales,
  };
  const due = manifests.map((manifest) => {
    const { id, folder, endpoints, resolverFiles, events, tasks, texts, settings } = manifest;
    const bundle = bundleOf(manifest, bundles);
    const { timeoutMs, placement = here } = config.extensions.find(({ name }) => name === id) ?? {};
    const calls = { ...config.calls, timeoutMs: timeoutMs ?? config.calls.timeoutMs, handlerTimeoutMs: timeoutMs };
    const mesh = meshes.get(id);
    const start = startOf?.(id);
    // Within this process, `context.url` uses the addresses of the request's gateway.
    const isHere = start === undefined && placement.kind === 'in-process';
    const sent = isHere ? undefined : { addresses, placement, auth: config.auth.session, shop: config.shop };
    return {
      manifest,
      bundle,
      calls,
      mesh,
      isElsewhere: start === undefined && placement.kind !== 'in-process',
      start: start ?? selectStart(config, placement, host),
      // Equal for extensions that behave alike: the same code, routes, limits and schema of the shop.
      key: digest(
        JSON.stringify([
          ...[id, folder, bundle.file, endpoints, resolverFiles, events, tasks, texts, settings, schemaKey],
          ...[calls, mesh?.key, sent],
        ]),
      ),
    };
  });
  const unknown = due
    // Code that has a place of its own runs nowhere else.
    .filter(({ key, bundle, isElsewhere }) => !isElsewhere && !pool.has(key) && !pool.hasLoaded(bundle))
    .map(({ bundle }) => bundle);
  const findings = await tryToLoad(unknown, manifests, trials);
  const refused = new Set(findings.map(({ extension }) => extension));
  const failures: Finding[] = findings.map(({ finding }) => finding);
  const placed = new Map<ExtensionId, PlacedExtension>();
  const place = async ({ manifest, bundle, calls, mesh, key, start: started, isElsewhere }: Due): Promise<void> => {
    try {
      if (isElsewhere && mesh !== undefined) throw new StartupError([meshElsewhere(manifest)]);
      const extension = await pool.take(key, bundle, () =>
        placeExtension({
          manifest,
          bundle,
          composition,
          logger,
          calls,
          mesh,
          addresses,
          start: started,
          life: shared.startsLives
            ? {
                settings: manifest.settings?.values ?? noSettings,
                database: (signal) => database.of(manifest.id, signal, undefined, createOutbox(manifest)),
                endsProcess: false,
              }
            : undefined,
          database,
          bodyLimit: config.server.limits.body,
          shop: config.shop,
        }),
      );
      placed.set(manifest.id, extension);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      failures.push(...error.findings.map((finding) => inTeamsFile(finding, bundle, manifest)));
    }
  };
  // Bundles that passed a trial load need no second watch.
  const watch = trials === undefined && unknown.length > 0 ? endBlockedLoad() : undefined;
  // At the same time: they start in processes of their own.
  const elsewhere = Promise.allSettled(due.filter((each) => each.isElsewhere).map(place));
  try {
    // Sequential: on one thread this takes no longer, and an endless loop delays no other extension.
    for (const each of due) {
      if (each.isElsewhere || refused.has(each.manifest.id)) continue;
      if (!pool.has(each.key)) await yieldToEventLoop();
      watch?.restart();
      await place(each);
    }
    for (const outcome of await elsewhere) if (outcome.status === 'rejected') throw outcome.reason;
    if (failures.length > 0) throw new StartupError(failures);
    return manifests.flatMap(({ id }) => placed.get(id) ?? []);
  } catch (error) {
    await elsewhere;
    await Promise.all([...placed.values()].map((extension) => pool.release(extension)));
    throw error;
  } finally {
    await watch?.close();
  }
}

/** The sources of a `.meshrc.yaml` are read within the gateway. */
function meshElsewhere({ id, declaredAt }: ExtensionManifest): Finding {
  const what = `the extension "${id}" has a .meshrc.yaml, so it runs in the gateway's process only`;
  const fix = 'Write "placement: in-process" for it, or move what shall run elsewhere into another extension.';
  return errorFinding('CONFIG_INVALID', { where: declaredAt, what, fix });
}

interface Due extends Pick<PlaceOptions, 'manifest' | 'bundle' | 'calls' | 'mesh' | 'start'> {
  readonly key: string;
  readonly isElsewhere: boolean;
}

async function tryToLoad(
  bundles: readonly Bundle[],
  manifests: readonly ExtensionManifest[],
  trials: SharedParts['trials'],
) {
  const tried = trials === undefined || bundles.length === 0 ? [] : await trials.try(bundles);
  return tried.flatMap(({ bundle, findings }) => {
    const { extension } = bundle;
    const manifest = manifests.find(({ id }) => id === extension);
    return findings.map((finding) => ({ extension, finding: inTeamsFile(finding, bundle, manifest) }));
  });
}

// A bundle is generated. Where the author's file is unknown, the finding names the extension's entry.
function inTeamsFile(finding: Finding, { file }: Bundle, manifest: ExtensionManifest | undefined): Finding {
  return finding.where.file === file && manifest !== undefined ? { ...finding, where: manifest.declaredAt } : finding;
}

function bundleOf(manifest: ExtensionManifest, bundles: readonly Bundle[]): Bundle {
  const bundle = bundles.find(({ extension }) => extension === manifest.id);
  if (bundle === undefined) throw new Error(`extension ${manifest.id} was not bundled`);
  return bundle;
}
