import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface SchemaOptions {
  readonly json?: true;
  readonly output?: string;
}

export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print the stitched GraphQL schema as clients see it')
    .option('--json', 'print the introspection result instead of SDL')
    .addOption(new Option('-o, --output <file>', 'write to a file instead'))
    .action(async (options: SchemaOptions, command: Command) => {
      const { introspectionFromSchema, printSchema } = await import('graphql');
      const { withGateway } = await import('../shared/with-gateway.ts');
      const text = await withGateway(configFile(command), ({ schema }) =>
        options.json ? JSON.stringify(introspectionFromSchema(schema), null, 2) : printSchema(schema),
      );
      await (options.output === undefined ? writeOutput(text) : writeFile(options.output, `${text}\n`));
    });
}
