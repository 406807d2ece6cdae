import { relative } from 'node:path';
import { type ExtensionManifest, isObject } from 'stoa/tooling';
import type { Concerned } from './change.ts';
import { findNodes, isNode, lineAt, nameOf, nodesOf, type ParsedFile, parseFile } from './syntax.ts';

/** Files of resolvers that take `Resolvers` from `stoa`, where any field and result passes. */
export async function findUntypedResolvers(manifest: ExtensionManifest): Promise<readonly Concerned[]> {
  const files = await Promise.all(manifest.resolverFiles.map(parseFile));
  return files.flatMap((parsed) => (parsed === undefined ? [] : concerned(parsed, manifest)));
}

function concerned({ file, text, program }: ParsedFile, { folder, id }: ExtensionManifest): readonly Concerned[] {
  const imports = findNodes(program, ({ type, source }) => {
    return type === 'ImportDeclaration' && isObject(source) && source.value === 'stoa';
  });
  return imports.flatMap(({ start, specifiers, source }) => {
    const names = nodesOf(specifiers).map(({ imported }) => nameOf(imported));
    if (!names.includes('Resolvers') || !isNode(source)) return [];
    const generated = `${'../'.repeat(relative(folder, file).split(/[\\/]/).length - 1)}${id}.gen.ts`;
    const place = { file, line: lineAt(text, start), fix: `Import Resolvers from "${generated}".` };
    if (names.length > 1) return [place];
    return [
      {
        ...place,
        mend: { kind: 'replace', edits: [{ start: source.start, end: source.end, text: `'${generated}'` }] },
      },
    ];
  });
}
