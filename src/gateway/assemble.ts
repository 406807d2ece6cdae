import { join } from 'node:path';
import { Latest } from '../base/latest.ts';
import { letRequestsIn } from '../base/let-requests-in.ts';
import { type Finding, StartupError, throwIfErrors } from '../base/startup-error.ts';
import { buildExtensions } from '../build/build-extensions.ts';
import type { Bundle } from '../build/bundle.ts';
import { digest } from '../build/bundle-cache.ts';
import type { Config } from '../config/config.ts';
import { discoverExtensions } from '../extensions/discover-extensions.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { Composition } from '../subschema/composition.ts';
import { composeGraphql } from './graphql/compose-graphql.ts';
import { checkForms } from './rest/check-forms.ts';
import { buildRouteTable, type RouteTable } from './rest/route-table.ts';
import type { SharedParts } from './shared-parts.ts';

/** Everything that can be known of a shop before any extension's code has run. */
export interface Assembly {
  readonly config: Config;
  readonly manifests: readonly ExtensionManifest[];
  readonly composition: Composition;
  readonly routes: RouteTable;
  readonly bundles: readonly Bundle[];
  /** Equal for shops whose SDL is the same to the letter. */
  readonly schemaKey: string;
  /** Warnings; errors are thrown. */
  readonly findings: readonly Finding[];
}

export interface AssembleOptions {
  readonly before?: Pick<Assembly, 'routes'> | undefined;
  readonly composed?: SharedParts['composed'] | undefined;
}

/**
 * Finds, joins and bundles the extensions that gateway.yaml names. What has not changed since `before` is taken from there.
 * Throws StartupError with all findings at once.
 */
export async function assemble(config: Config, { before, composed: latest }: AssembleOptions = {}): Promise<Assembly> {
  const discovered = await discoverExtensions(config);
  const routed = buildRouteTable(discovered.manifests, config.pages, {
    file: config.file,
    before: before?.routes,
  });
  await letRequestsIn();
  const built = await buildExtensions(discovered.manifests, { buildFolder: join(config.stateFolder, 'build') });
  await letRequestsIn();
  const forms = checkForms(discovered.manifests, config.pages);
  const independent = [...discovered.findings, ...routed.findings, ...forms, ...built.findings];

  // An extension that cannot be read gives no types: whatever the others extend would be reported as missing, and mislead.
  if (discovered.findings.some(({ severity }) => severity === 'error')) throw new StartupError(independent);
  const schemaKey = schemaKeyOf(discovered.manifests);
  await letRequestsIn();
  const composed = (latest ?? new Latest()).recall([schemaKey], () => composeGraphql(discovered.manifests));
  const findings = [...independent, ...composed.findings];
  throwIfErrors(findings);
  return {
    config,
    manifests: discovered.manifests,
    composition: composed.composition,
    routes: routed.table,
    bundles: built.bundles,
    schemaKey,
    findings,
  };
}

function schemaKeyOf(manifests: readonly ExtensionManifest[]): string {
  const texts = manifests.map(({ id, sdl }) => [
    id,
    sdl.map(({ file, document }) => [file, document.loc?.source.body]),
  ]);
  return digest(JSON.stringify(texts));
}
