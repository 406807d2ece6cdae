import type { EndpointManifest, ExtensionManifest, JsonSchema } from 'stoa/tooling';
import { schemaType } from './schema-type.ts';
import { literalText, typeName } from './text.ts';

/** The input of each endpoint, for `Handler` and `useForm`. `taken` are names that the file has already. */
export function endpointTypes({ endpoints }: ExtensionManifest, taken: ReadonlySet<string>): readonly string[] {
  return endpoints.map((endpoint) => {
    const plain = typeName(endpoint.routeId);
    return endpointType(endpoint, taken.has(plain) ? `${plain}Endpoint` : plain);
  });
}

function endpointType(endpoint: EndpointManifest, name: string): string {
  const { extension, routeId, methods, path, schemas, access } = endpoint;
  const names = [routeId, `${extension}.${routeId}`].map(literalText).join(' | ');
  return [
    `/** ${methods.join(', ')} ${path}, for \`Handler<${name}>\`. */`,
    `export interface ${name} {`,
    `  readonly routeId: ${names};`,
    `  readonly params: ${partType(schemas.params, 'NoArgs')};`,
    `  readonly query: ${partType(schemas.query, 'Readonly<Record<string, unknown>>')};`,
    `  readonly body: ${partType(schemas.body, 'unknown')};`,
    `  readonly user: User${access === 'private' ? '' : ' | undefined'};`,
    '  readonly context: Context;',
    '}',
  ].join('\n');
}

function partType(schema: JsonSchema | undefined, undescribed: string): string {
  return schema === undefined ? undescribed : schemaType(schema, '  ');
}
