import {
  type Assembly,
  type Config,
  type ExtensionManifest,
  errorFinding,
  type Finding,
  placeInConfig,
  placeOf,
  rootTypes,
  throwIfErrors,
} from 'stoa/tooling';
import { composeFiles } from './files/compose-files.ts';
import { apolloFiles, hiveFiles } from './files/engine-files.ts';
import type { ExportedFiles, ExportedShop, ExportTarget } from './files/export-target.ts';
import { kubernetesFiles } from './files/kubernetes-files.ts';
import { meshFiles } from './files/mesh-files.ts';
import { readMeshSources } from './files/mesh-sources.ts';
import { isPublicKey } from './files/placed-config.ts';
import { requireEmptyFolder, writeFiles } from './files/write-files.ts';
import { exportAddresses } from './supergraph/addresses.ts';
import { composeSupergraph } from './supergraph/compose-supergraph.ts';
import { type JoinedField, joinedFields } from './supergraph/joined-fields.ts';

const filesOf: Readonly<Record<ExportTarget, (shop: ExportedShop) => ExportedFiles>> = {
  hive: hiveFiles,
  apollo: apolloFiles,
  compose: composeFiles,
  kubernetes: kubernetesFiles,
  mesh: meshFiles,
};

/**
 * Writes the files of a target into a folder that is empty or missing. Runs no code of an extension. The folder is as
 * it was when it throws StartupError EXPORT_FOLDER, EXPORT_NOT_SERVED, EXPORT_NO_GRAPHQL,
 * EXPORT_NOT_JOINED or EXPORT_NOT_COMPOSED.
 */
export async function exportShop(
  { config, manifests, composition }: Pick<Assembly, 'config' | 'manifests' | 'composition'>,
  { target, out }: { readonly target: ExportTarget; readonly out: string },
) {
  await requireEmptyFolder(out);
  const mesh = target === 'mesh' ? await readMeshSources(manifests) : undefined;
  const unserved = mesh?.findings ?? manifests.flatMap(notServed);
  // Apollo Router cannot sign, and the gateway finds objects by their keys for signed requests alone.
  const unsigned = target === 'apollo' ? joinedFields(composition).filter(({ type }) => !rootTypes.has(type)) : [];
  throwIfErrors([...unserved, ...unsigned.map(notJoined)]);
  const addresses = exportAddresses(servedConfig(config, manifests));
  const shop = {
    config,
    addresses,
    supergraph: composeSupergraph(config, { manifests, composition }, addresses),
    mesh,
  };
  const files = filesOf[target](shop);
  await writeFiles(out, files);
  return { shop, files, warnings: exportWarnings(config, target) };
}

/** Without the extensions that the gateway alone can run. */
function servedConfig({ extensions }: Config, manifests: readonly ExtensionManifest[]): Pick<Config, 'extensions'> {
  const inside = new Set<string>(manifests.flatMap(({ id, mesh }) => (mesh === undefined ? [] : [id])));
  return { extensions: extensions.filter(({ name }) => !inside.has(name)) };
}

function notJoined({ type, node }: JoinedField): Finding {
  return errorFinding('EXPORT_NOT_JOINED', {
    where: placeOf(node.name),
    what: `"${type}.${node.name.value}" needs parts of several extensions, and Apollo Router cannot sign to ask the gateway for it`,
    fix: 'Export with --target hive, or disable the extensions that contribute.',
  });
}

/** An extension with GraphQL Mesh runs within the gateway alone. */
function notServed({ id, mesh }: ExtensionManifest): readonly Finding[] {
  if (mesh === undefined) return [];
  const what = `the sources of ${id} are read within the gateway, so no engine can reach them as a subgraph`;
  const fix = `Export it with --target mesh: mesh-compose reads such sources. Or disable ${id} for the export.`;
  return [errorFinding('EXPORT_NOT_SERVED', { where: { file: mesh.file, line: 1 }, what, fix })];
}

/** Warnings about callers of an exported engine that a part of the shop would refuse. */
function exportWarnings(config: Config, target: ExportTarget): readonly Finding[] {
  const { auth, graphql } = config;
  const warn = (path: readonly string[], what: string, fix: string): Finding => ({
    code: 'EXPORT_CALLER_REFUSED',
    severity: 'warning',
    where: placeInConfig(config, path),
    what,
    fix,
  });
  const warnings: Finding[] = [];
  if (!isPublicKey(auth.bearer.jwt)) {
    const what =
      target === 'apollo'
        ? 'Apollo Router cannot sign, and without a JWKS no token is accepted'
        : 'without a JWKS, callers of the exported engine are guests: @authenticated refuses';
    const fix = 'Take tokens of an issuer with public keys: auth.bearer.jwt.jwks.';
    warnings.push(warn(['auth', 'bearer', 'jwt'], what, fix));
  }
  if (graphql.access === 'private' && !isPublicKey(auth.bearer.jwt))
    warnings.push(
      warn(
        ['graphql', 'access'],
        'the gateway answers `url` to signed-in callers alone, and the engine passes no credential on',
        'Set graphql.access to public, or take tokens of an issuer with public keys.',
      ),
    );
  if (graphql.persisted?.only === true)
    warnings.push(
      warn(
        ['graphql', 'persisted'],
        'the gateway answers persisted documents alone, and the engine writes its own to ask for `url`',
        'Set graphql.persisted.only to false, or let no client of the engine ask for `url`.',
      ),
    );
  return warnings;
}
