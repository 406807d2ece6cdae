import type { Command } from 'commander';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface Agreement {
  readonly yes?: true;
}

/** `stoa db`: one statement, and the files of the embedded database. */
export function registerDb(program: Command): void {
  const db = program
    .command('db')
    .description('the database: run a statement; reset, back up, restore the embedded one');
  db.command('sql')
    .description("run one statement as the database's administrator; starts the embedded server if it does not run")
    .argument('<statement>', 'e.g. "select * from ext_reviews.review"')
    .option('--json', 'print one JSON object')
    .action((statement: string, options: { readonly json?: true }, command: Command) =>
      runSql(configFile(command), statement, options.json ?? false),
    );
  db.command('path')
    .description('print the folder of the embedded database')
    .action(async (_: object, command: Command) => (await maintenance()).printPath(configFile(command)));
  db.command('reset [extension]')
    .description(
      'remove all data of the embedded database, which the next start makes anew; or those of one extension, and make its tables anew at once',
    )
    .option('--yes', 'do not ask')
    .action(async (extension: string | undefined, options: Agreement, command: Command) => {
      if (extension === undefined) return (await maintenance()).reset(configFile(command), options);
      await (await maintenance()).resetExtension(configFile(command), extension, options);
    });
  db.command('backup')
    .description('write the embedded database and the files of extensions into a new file, also while the shop runs')
    .argument('<file>', 'e.g. shop.tar.gz')
    .action(async (target: string, _: object, command: Command) =>
      (await maintenance()).backup(configFile(command), target),
    );
  db.command('restore')
    .description('replace the embedded database by a backup, and add its files; the shop must not run')
    .argument('<file>', 'written by "stoa db backup"')
    .option('--yes', 'do not ask')
    .action(async (source: string, options: Agreement, command: Command) =>
      (await maintenance()).restore(configFile(command), source, options),
    );
  db.command('prune')
    .description('remove embedded databases whose project is gone')
    .option('--yes', 'do not ask')
    .option('--unknown', 'also those that do not say whose they are')
    .action(async (options: Agreement & { readonly unknown?: true }) => (await maintenance()).prune(options));
}

function maintenance() {
  return import('../db/maintain.ts');
}

async function runSql(file: string, statement: string, json: boolean): Promise<void> {
  const { loadConfig } = await import('#config');
  const { runStatement, StatementRefusedError } = await import('#postgres');
  const { printRefusal, printResult, refusalObject, resultObject } = await import('../db/print-statement.ts');
  const config = await loadConfig(file, { environment: process.env, readsAdminUrl: true });
  try {
    const result = await runStatement(config, statement, { asText: !json });
    if (json) await writeJson(resultObject(result));
    else await writeOutput(printResult(result));
  } catch (error) {
    if (!(error instanceof StatementRefusedError)) throw error;
    if (json) await writeJson(refusalObject(error, statement));
    else process.stderr.write(`${printRefusal(error, statement)}\n`);
    process.exitCode = exitCode.findings;
  }
}
