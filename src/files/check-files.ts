import { errorFinding, type Finding } from '#base';
import type { Config } from '#config';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import { owedPath } from './file-store.ts';
import { filePackages, isInstalled } from './optional-packages.ts';

/** What routes with uploads lack: a package, or the place where files are. */
export function checkFiles(
  manifests: readonly ExtensionManifest[],
  config: Pick<Config, 'files' | 'folder' | 'file'>,
): readonly Finding[] {
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const withUploads = endpoints.filter(({ consumes }) => consumes.includes('multipart'));
  const [first] = withUploads;
  if (first === undefined) return [];
  const withPictures = withUploads.find(({ files }) => Object.values(files).some(({ picture }) => picture));
  return [
    ...notInstalled(filePackages.parser, first, config.folder),
    ...(withPictures === undefined ? [] : notInstalled(filePackages.pictures, withPictures, config.folder)),
    ...(config.files.isPathOwed ? [owedFinding(first, config.file)] : []),
  ];
}

function notInstalled(
  needed: (typeof filePackages)[keyof typeof filePackages],
  { extension, routeId, source }: EndpointManifest,
  folder: string,
): readonly Finding[] {
  if (isInstalled(needed, folder)) return [];
  const what = `the route ${extension}.${routeId} takes ${needed.for}, and ${needed.name} is not installed`;
  return [errorFinding('FILES_NOT_INSTALLED', { where: source, what, fix: `Run "${needed.install}".` })];
}

function owedFinding({ extension, routeId }: EndpointManifest, file: string): Finding {
  const what = `the route ${extension}.${routeId} takes files, NODE_ENV is production, and "files.path" is missing: other replicas would not have them`;
  return errorFinding('CONFIG_NOT_FOR_PRODUCTION', { where: { file }, what, fix: owedPath });
}
