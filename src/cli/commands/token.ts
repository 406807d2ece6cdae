import { type Command, InvalidArgumentError } from 'commander';
import { writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface IssueOptions {
  readonly subject: string;
  readonly permission: readonly string[];
  readonly expires?: number;
}

export function registerToken(program: Command): void {
  program
    .command('token')
    .description('tokens for trying private routes')
    .command('issue')
    .description('print a signed token, and nothing else')
    .requiredOption('--subject <id>', 'whom the token names')
    .option('--permission <area:action>', 'a permission it carries; may be given several times', collect, [])
    .option('--expires <duration>', 'how long it lives: 30s, 15m, 1h, 7d', parseDuration)
    .action(async ({ subject, permission, expires }: IssueOptions, command: Command) => {
      const { loadConfig } = await import('#config');
      const { issueToken } = await import('#auth');
      const config = await loadConfig(configFile(command), { environment: process.env });
      await writeOutput(await issueToken(config, { subject, permissions: permission, expires }));
    });
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  if (!/^[^\s:]+:[^\s:]+$/.test(value))
    throw new InvalidArgumentError('A permission is written area:action, e.g. reviews:write.');
  return [...previous, value];
}

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a duration such as `30s`, `15m`, `1h` or `7d`. Throws InvalidArgumentError. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit ?? ''] ?? Number.NaN);
  if (seconds > 0) return seconds;
  const forms = 'write a number and s, m, h or d, e.g. 30s, 15m, 1h or 7d.';
  throw new InvalidArgumentError(`"${text}" is not a duration: ${forms}`);
}
