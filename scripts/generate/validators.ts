import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { createAjv } from '#base';
import type { Generator } from './generator.ts';

interface Validator {
  /** Relative to schemas/. */
  readonly schema: string;
  /** Relative to src/, without endings. */
  readonly file: string;
  readonly type: string;
  readonly typeFile: string;
  readonly options: Options;
}

const validators: readonly Validator[] = [
  {
    schema: 'gateway.schema.json',
    file: 'config/gateway-validator',
    type: 'GatewayConfig',
    typeFile: 'gateway-config',
    options: { useDefaults: true, keywords: ['live'], formats: { picture: true } },
  },
  {
    schema: 'route.schema.json',
    file: 'extensions/route-validator',
    type: 'RouteJson',
    typeFile: 'route-json',
    options: {},
  },
  {
    schema: 'page.schema.json',
    file: 'extensions/pages/page-validator',
    type: 'PageJson',
    typeFile: 'page-json',
    options: {},
  },
  {
    schema: 'job.schema.json',
    file: 'extensions/tasks/job-validator',
    type: 'JobJson',
    typeFile: 'job-json',
    options: {},
  },
  {
    schema: 'contract.schema.json',
    file: '../packages/kit/src/shop/contract/contract-validator',
    type: 'ExtensionContract',
    typeFile: 'extension-contract',
    options: {},
  },
];

/** Compiled validators of the gateway's own schemas. Compiling them at each start took a tenth of its time. */
export const validatorCode: readonly Generator[] = validators.flatMap((validator) => [
  { file: target(validator, 'js'), produce: () => codeOf(validator) },
  { file: target(validator, 'd.ts'), produce: async () => declarationOf(validator) },
]);

function target({ file }: Validator, ending: string): string {
  return fileURLToPath(new URL(`../../src/${file}.gen.${ending}`, import.meta.url));
}

async function codeOf(validator: Validator): Promise<string> {
  const schemaFile = new URL(`../../schemas/${validator.schema}`, import.meta.url);
  const ajv = createAjv({ ...validator.options, validateSchema: true, code: { source: true, esm: true } });
  const code = standalone.default(ajv, ajv.compile(JSON.parse(await readFile(schemaFile, 'utf8'), withoutProse)));
  // ajv writes require() calls, also in ES modules.
  const imports: string[] = [];
  const asModule = code.replaceAll(/require\("([^"]+)"\)/g, (_whole, path: string) => {
    const name = `ajvPart${imports.length}`;
    imports.push(`import ${name} from '${path}.js';`);
    return name;
  });
  return [banner(validator), ...imports, asModule.replace(/^"use strict";/, ''), ''].join('\n');
}

/** The code has its schema in it, with all that errors show. They show no descriptions. */
function withoutProse(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value;
}

function declarationOf(validator: Validator): string {
  return `${banner(validator)}
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ${validator.type} } from './${validator.typeFile}.gen.ts';

export declare const validate: ValidateFunction<${validator.type}>;
`;
}

function banner({ schema }: Validator): string {
  return `// Generated from schemas/${schema} by scripts/generate.ts: change that, not this.`;
}
