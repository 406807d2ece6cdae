import { Command, CommanderError, Option } from 'commander';
import { stoaVersion } from '../base/own-files.ts';
import { StartupError } from '../base/startup-error.ts';
import { exitCode, notCompared } from './exit-code.ts';
import { printFindings } from './print-findings.ts';

/** Runs `stoa <command> ...` and sets the process's exit code. Data goes to standard output, logs to standard error. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const program = new StoaCommand('stoa')
    .description('A storefront that is assembled from extensions: REST, GraphQL and pages behind one gateway.')
    .version(stoaVersion)
    .addOption(new Option('-c, --config <file>', 'the gateway.yaml to use').default('gateway.yaml'))
    .showSuggestionAfterError()
    .exitOverride();

  for (const register of await commandsFor(words)) register(program);

  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

type Register = (program: Command) => void;

/** By name, in the order of the help. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  start: async () => (await import('./commands/start.ts')).registerStart,
  dev: async () => (await import('./commands/dev.ts')).registerDev,
  check: async () => (await import('./commands/check.ts')).registerCheck,
  diff: async () => (await import('./commands/diff.ts')).registerDiff,
  doctor: async () => (await import('./commands/doctor.ts')).registerDoctor,
  routes: async () => (await import('./commands/routes.ts')).registerRoutes,
  areas: async () => (await import('./commands/areas.ts')).registerAreas,
  extensions: async () => (await import('./commands/extensions.ts')).registerExtensions,
  schema: async () => (await import('./commands/schema.ts')).registerSchema,
  explain: async () => (await import('./commands/explain.ts')).registerExplain,
  token: async () => (await import('./commands/token.ts')).registerToken,
  types: async () => (await import('./commands/types.ts')).registerTypes,
  migrate: async () => (await import('./commands/migrate.ts')).registerMigrate,
  seed: async () => (await import('./commands/seed.ts')).registerSeed,
  rollback: async () => (await import('./commands/rollback.ts')).registerRollback,
};

// Most of a short command's time is spent on loading, so what the others need is left out. Without a name that is known all are
// there, for the help and the nearest name.
async function commandsFor(words: readonly string[]): Promise<readonly Register[]> {
  if (words.length === 1 && ['--version', '-V'].includes(words[0] ?? '')) return [];
  const helps = words.some((word) => ['help', '--help', '-h'].includes(word));
  const named = helps ? [] : Object.keys(commands).filter((name) => words.includes(name));
  const loaders = Object.entries(commands).filter(([name]) => named.length === 0 || named.includes(name));
  return Promise.all(loaders.map(([, load]) => load()));
}

const off: readonly string[] = ['', '0', 'false'];

/** A command whose flags have variables: `--log-level` has STOA_LOG_LEVEL. The flag wins. */
class StoaCommand extends Command {
  override addOption(option: Option): this {
    const name = `STOA_${option.name().replaceAll('-', '_').toUpperCase()}`;
    const isSwitch = !option.required && !option.optional;
    // commander takes a switch for turned on as soon as its variable is there.
    if (isSwitch && off.includes(process.env[name] ?? '1')) return super.addOption(option);
    return super.addOption(option.env(name));
  }

  override createCommand(name?: string): Command {
    return new StoaCommand(name);
  }
}

function report(error: unknown): number {
  // commander has already written its own message, or the help that was asked for.
  if (error instanceof CommanderError && error.code === notCompared) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.fine : exitCode.usage;
  if (error instanceof StartupError) {
    process.stderr.write(`${printFindings(error.findings)}\n`);
    return exitCode.findings;
  }
  // Anything else is a bug of ours: say all that is known.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode.findings;
}
