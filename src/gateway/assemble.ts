import { join } from 'node:path';
import { type Finding, StartupError, throwIfErrors } from '../base/startup-error.ts';
import { buildExtensions } from '../build/build-extensions.ts';
import type { Bundle } from '../build/bundle.ts';
import type { Config } from '../config/config.ts';
import { discoverExtensions } from '../extensions/discover-extensions.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { Composition } from '../subschema/composition.ts';
import { composeGraphql } from './graphql/compose-graphql.ts';
import { checkForms } from './rest/check-forms.ts';
import { buildRouteTable, type RouteTable } from './rest/route-table.ts';

/** Everything that can be known of a shop before any extension's code has run. */
export interface Assembly {
  readonly config: Config;
  readonly manifests: readonly ExtensionManifest[];
  readonly composition: Composition;
  readonly routes: RouteTable;
  readonly bundles: readonly Bundle[];
  /** Warnings; errors are thrown. */
  readonly findings: readonly Finding[];
}

/** Finds, joins and bundles the extensions that gateway.yaml names. Throws StartupError with all findings at once. */
export async function assemble(config: Config): Promise<Assembly> {
  const discovered = await discoverExtensions(config);
  const routed = buildRouteTable(discovered.manifests, config.pages, { file: config.file });
  const built = await buildExtensions(discovered.manifests, { buildFolder: join(config.stateFolder, 'build') });
  const forms = checkForms(discovered.manifests, config.pages);
  const independent = [...discovered.findings, ...routed.findings, ...forms, ...built.findings];

  // An extension that cannot be read gives no types: whatever the others extend would be reported as missing, and mislead.
  if (discovered.findings.some(({ severity }) => severity === 'error')) throw new StartupError(independent);
  const composed = composeGraphql(discovered.manifests);
  const findings = [...independent, ...composed.findings];
  throwIfErrors(findings);
  return {
    config,
    manifests: discovered.manifests,
    composition: composed.composition,
    routes: routed.table,
    bundles: built.bundles,
    findings,
  };
}
