import { relative } from 'node:path';
import { writeOutput } from 'stoa/tooling';
import { writeGenerated } from './write-generated.ts';

/** `stoa types`: writes the types and the contract of each extension. */
export async function runTypes(file: string): Promise<void> {
  const { types, contracts } = await writeGenerated(file);
  const here = (path: string): string => relative(process.cwd(), path);
  const typed = types.map(
    (each) => `${each.isStale ? (each.text === undefined ? 'removed' : 'written') : 'unchanged'}: ${here(each.file)}`,
  );
  const contracted = contracts.map((each) => `${each.isNew ? 'written' : 'unchanged'}: ${here(each.file)}`);
  const lines = [...(typed.length === 0 ? ['There is no extension in TypeScript.'] : typed), ...contracted];
  await writeOutput(lines.join('\n'));
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(process.exitCode ?? 0);
}
