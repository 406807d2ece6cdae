import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { compactComments, type Generator } from './generator.ts';

const schemaFile = new URL('../../schemas/contract.schema.json', import.meta.url);

/** The type of a valid extension.contract.json. */
export const contractTypes: Generator = {
  file: fileURLToPath(new URL('../../packages/kit/src/shop/contract/extension-contract.gen.ts', import.meta.url)),
  async produce() {
    const code = await compile(JSON.parse(await readFile(schemaFile, 'utf8')), 'ExtensionContract', {
      bannerComment: '// Generated from schemas/contract.schema.json by scripts/generate.ts: change that, not this.',
      additionalProperties: true,
      unreachableDefinitions: false,
      unknownAny: true,
      style: { singleQuote: true, printWidth: 120 },
    });
    return compactComments(code);
  },
};
