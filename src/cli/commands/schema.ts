import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { introspectionFromSchema, printSchema } from 'graphql';
import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import { noDatabase } from '../../database/no-database.ts';
import { assemble } from '../../gateway/assemble.ts';
import { buildGateway } from '../../gateway/build-gateway.ts';
import { writeOutput } from '../output.ts';
import { configFile } from '../shared-options.ts';

interface SchemaOptions {
  readonly json?: true;
  readonly output?: string;
}

/** `stoa schema`: the stitched schema as clients see it. */
export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print the stitched GraphQL schema as clients see it')
    .option('--json', 'print the introspection result instead of SDL')
    .addOption(new Option('-o, --output <file>', 'write to a file instead'))
    .action(async (options: SchemaOptions, command: Command) => {
      const config = await loadConfig(configFile(command), { environment: process.env });
      const gateway = await buildGateway(await assemble(config), {
        logger: createLogger('silent'),
        database: noDatabase,
        development: false,
      });
      await gateway.dispose();
      const text = options.json
        ? JSON.stringify(introspectionFromSchema(gateway.schema), null, 2)
        : printSchema(gateway.schema);
      await (options.output === undefined ? writeOutput(text) : writeFile(options.output, `${text}\n`));
    });
}
