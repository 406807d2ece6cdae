import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { compareText } from '#base';
import type { EndpointManifest } from '#extensions';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerRoutes(program: Command): void {
  program
    .command('routes')
    .description('list every route with its access, its owner and its whole chain in order')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { loadConfig } = await import('#config');
      const { assemble } = await import('#gateway');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { routes } = await assemble(config);
      const rows = routes.endpoints.map(describe).toSorted((a, b) => compareText(a.path, b.path));
      if (options.json) return writeJson({ routes: rows });
      await writeOutput(
        table([
          ['METHODS', 'PATH', 'ACCESS', 'OWNER', 'CHAIN'],
          ...rows.map((row) => [
            row.methods.join(','),
            row.path,
            [row.access, ...row.permissions].join(' '),
            `${row.extension}.${row.routeId}`,
            row.chain.join(' > '),
          ]),
        ]),
      );
    });
}

interface OpenapiOptions {
  readonly output?: string;
  readonly server?: string;
}

export function registerOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of all routes, as /openapi.json has it')
    .addOption(new Option('-o, --output <file>', 'write to a file instead'))
    .addOption(new Option('--server <url>', 'where the shop is, e.g. https://shop.example'))
    .action(async ({ output, server }: OpenapiOptions, command: Command) => {
      const { loadConfig } = await import('#config');
      const { assemble } = await import('#gateway');
      const { describeApi } = await import('#openapi');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests } = await assemble(config);
      const text = JSON.stringify(await describeApi({ config, manifests, server }), null, 2);
      await (output === undefined ? writeOutput(text) : writeFile(output, `${text}\n`));
    });
}

function describe(endpoint: EndpointManifest) {
  return {
    methods: endpoint.methods,
    path: endpoint.path,
    access: endpoint.access,
    permissions: endpoint.permissions,
    extension: endpoint.extension,
    routeId: endpoint.routeId,
    summary: endpoint.summary ?? null,
    file: endpoint.source.file,
    chain: chainOf(endpoint),
  };
}

/** The gateway's own checks come first, in brackets. No handler can move or skip them. */
function chainOf({ access, permissions, schemas, handlers }: EndpointManifest): readonly string[] {
  const checked = Object.entries(schemas).flatMap(([part, schema]) => (schema === undefined ? [] : [part]));
  return [
    '[method]',
    '[authenticate]',
    ...(access === 'private' ? [permissions.length > 0 ? '[permit]' : '[require caller]'] : []),
    ...(checked.length > 0 ? [`[validate ${checked.join('+')}]`] : []),
    ...handlers.map(({ name }) => name),
  ];
}
