import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Assembly, Finding } from 'stoa/tooling';
import { TypeWriter, typesFile } from './typed-files.ts';

/** Reports extensions whose generated types are out of date. One without such a file does without types. */
export async function staleTypes({
  config,
  manifests,
}: Pick<Assembly, 'config' | 'manifests'>): Promise<readonly Finding[]> {
  const files = await new TypeWriter().compare(config, manifests);
  const stale = files.filter(({ extension, isStale }) => isStale && existsSync(typesFile(extension)));
  return [...Map.groupBy(stale, ({ extension }) => extension)].flatMap(
    ([{ id }, [first, ...others]]): readonly Finding[] => {
      if (first === undefined) return [];
      const what = `${basename(first.file)} is not what ${id} declares: tsc and editors see other types`;
      const related = others.map(({ file }) => ({ file }));
      return [
        {
          ...{ code: 'TYPES_STALE', severity: 'warning', where: { file: first.file, line: 1 }, what, related },
          fix: 'Run "npx stoa types" and commit what it writes. "stoa dev" does so by itself.',
        },
      ];
    },
  );
}
