import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { compareText, errorCode, errorFinding, errorMessage, StartupError } from '#base';
import type { EndpointManifest } from '#extensions';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerRoutes(program: Command): void {
  program
    .command('routes')
    .description('list every route with its access, its owner and its whole chain in order')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { routes } = await assembled(command);
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

export function registerOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of all routes, as /openapi.json has it')
    .addOption(new Option('-o, --output <file>', 'write to a file instead, and make its folder'))
    .addOption(new Option('--server <url>', 'where the shop is, e.g. https://shop.example'))
    .action(async ({ output, server }: { readonly output?: string; readonly server?: string }, command: Command) => {
      const { describeApi } = await import('#openapi');
      const { config, manifests } = await assembled(command);
      const text = JSON.stringify(await describeApi({ config, manifests, server }), null, 2);
      await writeTo(output, text);
    });
}

export function registerExtensions(program: Command): void {
  program
    .command('extensions')
    .description('list the extensions in the shop and what each brings')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { config, manifests } = await assembled(command);
      const rows = manifests.map((manifest, index) => ({
        name: manifest.id,
        version: manifest.version ?? null,
        placement: config.extensions[index]?.placement.kind ?? 'in-process',
        folder: manifest.folder,
        endpoints: manifest.endpoints.map(({ routeId }) => routeId),
        graphqlFiles: manifest.sdl.map(({ file }) => relative(manifest.folder, file)),
        migrations: manifest.migrations.map(({ name }) => name),
        events: manifest.events.map(({ name }) => name),
      }));
      if (options.json) return writeJson({ extensions: rows });
      await writeOutput(
        table([
          ['NAME', 'VERSION', 'PLACEMENT', 'ENDPOINTS', 'GRAPHQL', 'MIGRATIONS', 'FOLDER', 'EVENTS'],
          ...rows.map((row) => [
            row.name,
            row.version ?? '-',
            row.placement,
            String(row.endpoints.length),
            String(row.graphqlFiles.length),
            String(row.migrations.length),
            relative(process.cwd(), row.folder) || '.',
            row.events.join(' '),
          ]),
        ]),
      );
    });
}

export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print the stitched GraphQL schema as clients see it')
    .option('--json', 'print the introspection result instead of SDL')
    .addOption(new Option('-o, --output <file>', 'write to a file instead, and make its folder'))
    .action(async (options: { readonly json?: true; readonly output?: string }, command: Command) => {
      const { introspectionFromSchema, printSchema } = await import('graphql');
      const { withGateway } = await import('../shared/with-gateway.ts');
      const text = await withGateway(configFile(command), ({ schema }) =>
        options.json ? JSON.stringify(introspectionFromSchema(schema), null, 2) : printSchema(schema),
      );
      await writeTo(options.output, text);
    });
}

/** What gateway.yaml names, inspected. Opens nothing, and runs no extension. */
async function assembled(command: Command) {
  const { loadConfig } = await import('#config');
  const { assemble } = await import('#gateway');
  return await assemble(await loadConfig(configFile(command), { environment: process.env }));
}

async function writeTo(output: string | undefined, text: string): Promise<void> {
  if (output === undefined) return writeOutput(text);
  const file = resolve(output);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${text}\n`);
  } catch (error) {
    const what = `the output cannot be written here (${errorCode(error) || errorMessage(error)})`;
    const fix = 'Name with --output a file that this process may write.';
    throw new StartupError([errorFinding('OUTPUT_UNWRITABLE', { where: { file }, what, fix })]);
  }
}

function describe(endpoint: EndpointManifest) {
  const { methods, path, access, permissions, extension, routeId, summary = null, source } = endpoint;
  const owner = { extension, routeId, summary, file: source.file };
  return { methods, path, access, permissions, ...owner, chain: chainOf(endpoint) };
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
