import { discoverExtensions, isObject, readConfig } from 'stoa/tooling';

/** A payload of the event that a subscriber takes, as code. Undefined when no extension of the shop describes it. */
export async function findPayload({
  file,
  options,
}: {
  readonly file: string;
  readonly options: Readonly<Record<string, string>>;
}): Promise<string | undefined> {
  const { config } = await readConfig(file, { environment: process.env });
  const manifests = config === undefined ? [] : (await discoverExtensions(config)).manifests;
  const event = manifests.flatMap(({ events }) => events).find(({ name }) => name === options.event);
  if (event === undefined) return undefined;
  const { properties, required } = event.schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const described = isObject(properties) ? properties : {};
  return names.length === 0 ? '{}' : `{ ${names.map((name) => `${name}: ${sampleOf(described[name])}`).join(', ')} }`;
}

function sampleOf(schema: unknown): string {
  const { type, enum: choices, minimum = 1 } = isObject(schema) ? schema : {};
  if (Array.isArray(choices)) return JSON.stringify(choices[0]);
  if (type === 'integer' || type === 'number') return String(minimum);
  if (type === 'boolean') return 'true';
  if (type === 'array') return '[]';
  return type === 'object' ? '{}' : "'1'";
}
