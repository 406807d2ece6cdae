import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import type { Generator } from './generator.ts';

const schemaFile = new URL('../../schemas/gateway.schema.json', import.meta.url);

/** The type of a validated gateway.yaml with its defaults. */
export const gatewayConfigTypes: Generator = {
  file: fileURLToPath(new URL('../../src/config/gateway-config.gen.ts', import.meta.url)),
  async produce() {
    const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
    return compile(withDefaultsSet(schema), 'GatewayConfig', {
      bannerComment: '// Generated from schemas/gateway.schema.json by scripts/generate.ts: change that, not this.',
      additionalProperties: false,
      unreachableDefinitions: false,
      style: { singleQuote: true, printWidth: 120 },
    });
  },
};

// Makes keys with a default required, because they always have a value once the defaults are set.
function withDefaultsSet(schema: unknown): Record<string, unknown> {
  const result = Object.fromEntries(Object.entries(object(schema)).map(([key, value]) => [key, deep(value)]));
  const properties = Object.entries(object(result.properties));
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
