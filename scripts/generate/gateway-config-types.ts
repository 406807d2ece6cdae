import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { compactComments, type Generator } from './generator.ts';

const schemaFile = new URL('../../schemas/gateway.schema.json', import.meta.url);

/** The type of a validated gateway.yaml with its defaults. */
export const gatewayConfigTypes: Generator = {
  file: fileURLToPath(new URL('../../src/config/gateway-config.gen.ts', import.meta.url)),
  async produce() {
    const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
    const code = await compile(withDefaultsSet(schema), 'GatewayConfig', {
      bannerComment: '// Generated from schemas/gateway.schema.json by scripts/generate.ts: change that, not this.',
      additionalProperties: false,
      unreachableDefinitions: false,
      style: { singleQuote: true, printWidth: 120 },
    });
    return compactComments(code);
  },
};

// Makes keys with a default required, because they always have a value once the defaults are set. The default beside a
// $ref is left out then: each one would make a type of its own.
function withDefaultsSet(schema: unknown): Record<string, unknown> {
  const written = Object.entries(object(schema));
  const isReference = written.some(([key]) => key === '$ref');
  const kept = written.filter(([key]) => key !== 'default' || !isReference);
  const result = Object.fromEntries(kept.map(([key, value]) => [key, deep(value)]));
  const properties = Object.entries(object(Object(schema).properties));
  const defaulted = properties.filter(([, property]) => 'default' in object(property)).map(([name]) => name);
  const required = Array.isArray(result.required) ? result.required : [];
  if (properties.length > 0) result.required = [...new Set([...required, ...defaulted])];
  return result;
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? withDefaultsSet(value) : value;
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
