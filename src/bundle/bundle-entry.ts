import type { ExtensionManifest } from '../extensions/manifest.ts';

/**
 * Source of a bundle's entry module. It imports every handler, resolver and page component file, and exports a
 * `BundleModule`. A file without a default export yields undefined, which the placement reports. Computed keys
 * allow any name.
 */
export function bundleEntry(manifest: ExtensionManifest): string {
  const imports: string[] = [];
  const importAll = (file: string): string => {
    const name = `module${imports.length}`;
    imports.push(`import * as ${name} from ${JSON.stringify(file)};`);
    return name;
  };
  const importDefault = (file: string): string => `${importAll(file)}.default`;
  const endpoints = manifest.endpoints.map(({ routeId, handlers }) => {
    const entries = handlers.map(({ name, file }) => `[${JSON.stringify(name)}]: ${importDefault(file)}`);
    return `  [${JSON.stringify(routeId)}]: { ${entries.join(', ')} },`;
  });
  const resolvers = manifest.resolverFiles.map(
    (file) => `  { file: ${JSON.stringify(file)}, value: ${importDefault(file)} },`,
  );
  const pages = manifest.pages.map(({ file }) => `  { file: ${JSON.stringify(file)}, module: ${importAll(file)} },`);
  return [
    ...imports,
    'export const handlers = {',
    ...endpoints,
    '};',
    'export const resolvers = [',
    ...resolvers,
    '];',
    'export const pages = [',
    ...pages,
    '];',
    '',
  ].join('\n');
}
