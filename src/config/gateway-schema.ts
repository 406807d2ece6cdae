import { isObjectOrList, pointerKeys, type SchemaProblem, schemaProblems } from '#base';
import schema from '#gateway-schema' with { type: 'json' };
import type { ShopConfig } from './config.ts';
import type { GatewayConfig } from './gateway-config.gen.ts';
import { validate } from './gateway-validator.gen.js';
import { ownValue } from './plain-values.ts';

/** Validates the value and sets every default in it. Without problems, the value is a GatewayConfig. */
export function validateGatewayConfig(
  value: unknown,
  options: { readonly isSecret: (pointer: string) => boolean },
): { readonly config: GatewayConfig | undefined; readonly problems: readonly SchemaProblem[] } {
  if (validate(value)) return { config: value, problems: [] };
  return { config: undefined, problems: schemaProblems(validate.errors, options) };
}

/** Converts an interpolated string to the type that the schema has at this place: "4000" becomes 4000 for a number. */
export function retypeText(text: string, pointer: string): string | number | boolean {
  return retype(text, schemaAt(pointer).type);
}

/** Converts a text to one of these types of JSON Schema, as far as it can be read as one. */
export function retype(text: string, type: unknown): string | number | boolean {
  const types = [type].flat();
  if (types.includes('string')) return text;
  const numeric = types.includes('integer') || types.includes('number');
  if (numeric && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** What the schema says about the value at the pointer: its default, an example, or its description. */
export function hintAt(pointer: string): string | undefined {
  const node = schemaAt(pointer);
  const standard = ownValue(node, 'default');
  if (standard !== undefined && !isObjectOrList(standard)) return `The default is ${String(standard)}.`;
  const example = ownValue(ownValue(node, 'examples'), '0');
  if (example !== undefined) return `For example: ${String(example)}.`;
  const description = ownValue(node, 'description');
  return typeof description === 'string' ? description : undefined;
}

/** Dotted names of the objects with a key of this name, in the order of the schema. */
export function objectsWithKey(name: string): readonly string[] {
  return Object.entries(schema.$defs).flatMap(([object, definition]) =>
    object in schema.properties && Object.keys(entry(definition, 'properties')).includes(name) ? [object] : [],
  );
}

/** Names of the keys whose values are secrets (`writeOnly`). */
export const secretKeys: ReadonlySet<string> = new Set(secretKeysOf(schema));

const { $defs } = schema;

const live = Object.entries($defs.shop.properties).filter(([, property]) => 'live' in property);

/** Names of the facts about the shop that change while it runs. */
export const liveFacts: readonly string[] = live.map(([name]) => name);

/** The live facts as settings: their JSON Schema, and the values that gateway.yaml has. */
export function liveFactsOf(shop: ShopConfig) {
  const schema = {
    $defs: { colour: $defs.colour, hexColour: $defs.hexColour },
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(live),
  };
  const values = Object.fromEntries(Object.entries(shop).filter(([name]) => liveFacts.includes(name)));
  return { schema, values, live: liveFacts };
}

function secretKeysOf(node: unknown): readonly string[] {
  const properties = Object.entries(entry(node, 'properties'));
  const own = properties.filter(([, property]) => 'writeOnly' in object(property)).map(([name]) => name);
  return [
    ...own,
    ...Object.values(object(node)).flatMap((child) => (isObjectOrList(child) ? secretKeysOf(child) : [])),
  ];
}

function schemaAt(pointer: string): { readonly type?: unknown } {
  let node: object = schema;
  for (const key of pointerKeys(pointer)) {
    const properties = entry(node, 'properties');
    const next = Object.hasOwn(properties, key) ? entry(properties, key) : undefined;
    node = next ?? { ...entry(node, 'additionalProperties'), ...entry(node, 'items') };
    const reference = '$ref' in node && typeof node.$ref === 'string' ? node.$ref : undefined;
    if (reference !== undefined) node = entry(schema.$defs, reference.replace('#/$defs/', ''));
  }
  return node;
}

function entry(node: unknown, key: string): object {
  return object(ownValue(node, key));
}

function object(value: unknown): object {
  return isObjectOrList(value) ? value : {};
}
