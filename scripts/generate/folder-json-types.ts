import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { compactComments, type Generator } from './generator.ts';

/** The types of a valid route.json, page.json and file of a job. */
export const folderJsonTypes: readonly Generator[] = [
  typesOf('route', 'RouteJson', 'extensions/route-json'),
  typesOf('page', 'PageJson', 'extensions/pages/page-json'),
  typesOf('job', 'JobJson', 'extensions/tasks/job-json'),
];

function typesOf(schema: string, name: string, file: string): Generator {
  const schemaFile = new URL(`../../schemas/${schema}.schema.json`, import.meta.url);
  return {
    file: fileURLToPath(new URL(`../../src/${file}.gen.ts`, import.meta.url)),
    async produce() {
      const code = await compile(JSON.parse(await readFile(schemaFile, 'utf8')), name, {
        bannerComment: `// Generated from schemas/${schema}.schema.json by scripts/generate.ts: change that, not this.`,
        additionalProperties: false,
        unreachableDefinitions: false,
        ignoreMinAndMaxItems: true,
        unknownAny: true,
        style: { singleQuote: true, printWidth: 120 },
      });
      return compactComments(code);
    },
  };
}
