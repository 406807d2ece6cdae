import { Console } from 'node:console';
import { Command, CommanderError, Option } from 'commander';
import { StartupError, stoaVersion } from '#base';
import { registerAreas } from './commands/areas.ts';
import { registerCheck } from './commands/check.ts';
import { registerDb } from './commands/db.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExplain } from './commands/explain.ts';
import { registerInit } from './commands/init.ts';
import { registerMigrate, registerSeed } from './commands/migrate.ts';
import { registerReload, registerRollback } from './commands/rollback.ts';
import { registerExtensions, registerOpenapi, registerRoutes, registerSchema } from './commands/routes.ts';
import { registerServe } from './commands/serve.ts';
import { registerDev, registerJobs, registerStart } from './commands/start.ts';
import { registerToken } from './commands/token.ts';
import type { Kit, KitGroup } from './kit/kit.ts';
import { kitCommands, loadKit, requireKit } from './kit/load-kit.ts';
import { exitCode, notCompared } from './shared/exit-code.ts';

type Register = (program: Command) => void;

/**
 * In the order of the help. The file of a command imports commander, `base` and types. Its action imports the rest,
 * so that no command loads what another one needs.
 */
const commands: Readonly<Record<'run' | 'look', readonly Register[]>> = {
  run: [
    registerInit,
    registerStart,
    registerJobs,
    registerServe,
    registerDev,
    registerMigrate,
    registerSeed,
    registerDb,
    registerReload,
    registerRollback,
    registerToken,
  ],
  look: [
    registerCheck,
    registerDoctor,
    registerRoutes,
    registerOpenapi,
    registerAreas,
    registerExtensions,
    registerSchema,
    registerExplain,
  ],
};

const headings: Readonly<Record<keyof typeof commands | KitGroup, string>> = {
  run: 'Run a shop:',
  look: 'Look at it:',
  author: 'Write extensions:',
  release: 'Release them:',
};

/** The `stoa` command with all others below it. Without the kit, its commands say how to install it. */
export function createCommandLine(kit: Kit | undefined): Command {
  const program = createProgram();
  addKitCommands(program, kit);
  return program;
}

function createProgram(): Command {
  const program = new StoaCommand('stoa')
    .description('A storefront that is assembled from extensions: REST, GraphQL and pages behind one gateway.')
    .version(stoaVersion)
    .addOption(new Option('-c, --config <file>', 'the gateway.yaml to use').default('gateway.yaml'))
    .showSuggestionAfterError()
    .exitOverride()
    .hook('preAction', (_program, command) => {
      // A program reads this output, and extensions write to the console while they load.
      globalThis.console = isForPrograms(command) ? new Console(process.stderr) : standardConsole;
    });
  for (const group of ['run', 'look'] as const) {
    program.commandsGroup(headings[group]);
    for (const register of commands[group]) register(program);
  }
  return program;
}

const standardConsole = globalThis.console;

function isForPrograms(command: Command): boolean {
  const { json, format = 'text' }: { readonly json?: boolean; readonly format?: string } = command.opts();
  return json === true || format !== 'text' || ['openapi', 'schema'].includes(command.name());
}

function addKitCommands(program: Command, kit: Kit | undefined): void {
  for (const group of ['author', 'release'] as const) {
    program.commandsGroup(headings[group]);
    if (kit === undefined) for (const name of kitCommands[group]) addMissing(program, name);
    else for (const register of kit.commands[group]) register(program);
  }
}

/** A command whose code is not installed. */
function addMissing(program: Command, name: string): void {
  program
    .command(name)
    .description('comes with @stoa/kit, which is not installed')
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async () => {
      await requireKit(`"stoa ${name}"`);
    });
}

/** Runs `stoa <command> ...` and sets the process's exit code. Data goes to standard output, logs to standard error. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    const program = createProgram();
    // The kit is loaded for its own commands and for the help, and not for a start.
    const [name] = program.parseOptions([...words]).operands;
    if (!program.commands.some((command) => command.name() === name)) addKitCommands(program, await loadKit());
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await report(error);
  }
}

const off: readonly string[] = ['', '0', 'false'];

/** Options that environment variables may give. They say how a process runs, and mean the same for each command. */
const deployed: ReadonlySet<string> = new Set([
  'config',
  'host',
  'port',
  'admin-port',
  'workers',
  'log-level',
  'demo',
  'socket',
  'tls-cert',
  'tls-key',
  // A secret. Other users of the machine can read the words of a command.
  'token',
]);

/** A command that reads these options of environment variables: STOA_LOG_LEVEL for `--log-level`. The option wins. */
class StoaCommand extends Command {
  override addOption(option: Option): this {
    if (!deployed.has(option.name())) return super.addOption(option);
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
    const { printReport } = await import('./shared/print-findings.ts');
    printReport(error.findings);
    return exitCode.findings;
  }
  // Any other error is a bug of Stoa, so print the stack.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode.findings;
}
