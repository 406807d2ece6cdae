import type { Command } from 'commander';

/** A page with the help of each command, as `--help` prints it. */
export function commandsPage(program: Command): string {
  const lines = [
    '# Commands',
    '',
    '<!-- Generated from src/cli/ by scripts/generate.ts: change that, not this. -->',
    '',
    'In a shop, write `npx stoa` in front. `stoa --help` and `stoa COMMAND --help` print the same.',
    '',
    ...helpOf(program),
  ];
  for (const command of program.commands) {
    lines.push(`## stoa ${command.name()}`, '', ...helpOf(command));
    for (const each of command.commands.filter((child) => child.name() !== 'help'))
      lines.push(`### stoa ${command.name()} ${each.name()}`, '', ...helpOf(each));
  }
  return lines.join('\n');
}

function helpOf(command: Command): readonly string[] {
  command.configureOutput({ getOutHelpWidth: () => 100 });
  return ['```text', command.helpInformation().trimEnd(), '```', ''];
}
