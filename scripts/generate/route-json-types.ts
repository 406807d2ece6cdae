import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import type { Generator } from './generator.ts';

const schemaFile = new URL('../../schemas/route.schema.json', import.meta.url);

/** The type of a valid route.json. */
export const routeJsonTypes: Generator = {
  file: fileURLToPath(new URL('../../src/extensions/route-json.gen.ts', import.meta.url)),
  async produce() {
    return compile(JSON.parse(await readFile(schemaFile, 'utf8')), 'RouteJson', {
      bannerComment: '// Generated from schemas/route.schema.json by scripts/generate.ts: change that, not this.',
      additionalProperties: false,
      unreachableDefinitions: false,
      ignoreMinAndMaxItems: true,
      unknownAny: true,
      style: { singleQuote: true, printWidth: 120 },
    });
  },
};
