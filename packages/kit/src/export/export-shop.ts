import {
  type Assembly,
  type Config,
  type ExtensionManifest,
  errorFinding,
  type Finding,
  placeOf,
  rootTypes,
  throwIfErrors,
} from 'stoa/tooling';
import { apolloFiles } from './files/apollo-files.ts';
import { composeFiles } from './files/compose-files.ts';
import type { ExportedFiles, ExportedShop, ExportTarget } from './files/export-target.ts';
import { hiveFiles } from './files/hive-files.ts';
import { kubernetesFiles } from './files/kubernetes-files.ts';
import { meshFiles } from './files/mesh-files.ts';
import { readMeshSources } from './files/mesh-sources.ts';
import { requireEmptyFolder, writeFiles } from './files/write-files.ts';
import { exportAddresses } from './supergraph/addresses.ts';
import { composeSupergraph } from './supergraph/compose-supergraph.ts';
import { type JoinedField, joinedFields } from './supergraph/joined-fields.ts';
import { exportWarnings } from './warnings.ts';

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
