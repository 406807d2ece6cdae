import { relative } from 'node:path';
import { writeOutput } from 'stoa/tooling';
import { writeGenerated } from './write-generated.ts';

/** `stoa types`: writes the types and the contract of each extension. */
export async function runTypes(file: string): Promise<void> {
  const { types, contracts } = await writeGenerated(file);
  const here = (path: string): string => relative(process.cwd(), path);
  const stale = types.filter(({ isStale }) => isStale);
  const fresh = contracts.filter(({ isNew }) => isNew);
  const unchanged = types.length + contracts.length - stale.length - fresh.length;
  const lines = [
    ...(types.length === 0 ? ['There is no extension in TypeScript.'] : []),
    ...stale.map(({ file: path, text }) => `${text === undefined ? 'removed' : 'written'}: ${here(path)}`),
    ...fresh.map((each) => `written: ${here(each.file)}`),
    ...(unchanged === 0 ? [] : [`unchanged: ${unchanged} ${unchanged === 1 ? 'file' : 'files'}`]),
  ];
  await writeOutput(lines.join('\n'));
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(process.exitCode ?? 0);
}
