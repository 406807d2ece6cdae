import { Command, CommanderError, Option } from 'commander';
import { StartupError, stoaVersion } from '#base';
import { registerImportEvershop } from './author/import-evershop.ts';
import { registerNew } from './author/new.ts';
import { registerTest } from './author/test.ts';
import { registerAreas } from './commands/areas.ts';
import { registerCheck } from './commands/check.ts';
import { registerDb } from './commands/db.ts';
import { registerDev } from './commands/dev.ts';
import { registerDiff } from './commands/diff.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExplain } from './commands/explain.ts';
import { registerExport } from './commands/export.ts';
import { registerExtensions, registerPack } from './commands/extensions.ts';
import { registerInit } from './commands/init.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerReload, registerRollback } from './commands/rollback.ts';
import { registerOpenapi, registerRoutes } from './commands/routes.ts';
import { registerSchema } from './commands/schema.ts';
import { registerSeed } from './commands/seed.ts';
import { registerServe } from './commands/serve.ts';
import { registerStart } from './commands/start.ts';
import { registerToken } from './commands/token.ts';
import { registerTypes } from './commands/types.ts';
import { exitCode, notCompared } from './shared/exit-code.ts';

/**
 * In the order of the help. The file of a command imports commander, `base` and types. Its action imports the rest,
 * so that no command loads what another one needs.
 */
const commands: readonly ((program: Command) => void)[] = [
  registerInit,
  registerNew,
  registerImportEvershop,
  registerStart,
  registerServe,
  registerDev,
  registerCheck,
  registerDiff,
  registerTest,
  registerDoctor,
  registerRoutes,
  registerOpenapi,
  registerAreas,
  registerExtensions,
  registerSchema,
  registerExplain,
  registerExport,
  registerToken,
  registerTypes,
  registerPack,
  registerMigrate,
  registerSeed,
  registerDb,
  registerRollback,
  registerReload,
];

/** The `stoa` command with all others below it. */
export function createCommandLine(): Command {
  const program = new StoaCommand('stoa')
    .description('A storefront that is assembled from extensions: REST, GraphQL and pages behind one gateway.')
    .version(stoaVersion)
    .addOption(new Option('-c, --config <file>', 'the gateway.yaml to use').default('gateway.yaml'))
    .showSuggestionAfterError()
    .exitOverride();

  for (const register of commands) register(program);
  return program;
}

/**
 * Runs `stoa <command> ...` and sets the exit code of the process. Data goes to standard output, logs to standard
 * error.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await createCommandLine().parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await report(error);
  }
}

const off: readonly string[] = ['', '0', 'false'];

/** A command whose options read environment variables: STOA_LOG_LEVEL for `--log-level`. The option wins. */
class StoaCommand extends Command {
  override addOption(option: Option): this {
    const name = `STOA_${option.name().replaceAll('-', '_').toUpperCase()}`;
    const isSwitch = !option.required && !option.optional;
    // commander turns a flag on whenever its variable is set, whatever the value.
    if (isSwitch && off.includes(process.env[name] ?? '1')) return super.addOption(option);
    return super.addOption(option.env(name));
  }

  override createCommand(name?: string): Command {
    return new StoaCommand(name);
  }
}

async function report(error: unknown): Promise<number> {
  // commander has already written its message or the help.
  if (error instanceof CommanderError && error.code === notCompared) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.fine : exitCode.usage;
  if (error instanceof StartupError) {
    const { printFindings } = await import('./shared/print-findings.ts');
    process.stderr.write(`${printFindings(error.findings)}\n`);
    return exitCode.findings;
  }
  // Any other error is a bug of Stoa, so print the stack.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode.findings;
}
