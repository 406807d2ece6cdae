import type { EndpointManifest, ExtensionManifest, JsonSchema } from './manifest.ts';
import { schemaType } from './schema-type.ts';

/** The content of `<extension>/<id>.gen.ts`: the type of each endpoint's input, for `Handler<Input>`. */
export async function generateEndpointTypes(manifest: ExtensionManifest): Promise<string> {
  const banner = `// Generated from ${manifest.id}/api/*/route.json by "stoa types": change those, not this.\n`;
  return [banner, ...manifest.endpoints.map(endpointType)].join('\n');
}

function endpointType({ routeId, methods, path, schemas }: EndpointManifest): string {
  const name = routeId.charAt(0).toUpperCase() + routeId.slice(1);
  return [
    `/** Input of ${methods.join(', ')} ${path} */`,
    `export interface ${name} {`,
    `  readonly params: ${partType(schemas.params, '{}')};`,
    `  readonly query: ${partType(schemas.query, 'Readonly<Record<string, unknown>>')};`,
    `  readonly body: ${partType(schemas.body, 'unknown')};`,
    '}',
    '',
  ].join('\n');
}

function partType(schema: JsonSchema | undefined, undescribed: string): string {
  return schema === undefined ? undescribed : schemaType(schema, '  ');
}
