import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorFinding, type Finding, nearestName } from '#base';

/** The text of gateway.yaml (absolute path) without a byte order mark, or a finding when it cannot be read. */
export async function readConfigText(file: string): Promise<string | Finding> {
  try {
    // O_NONBLOCK: opening a named pipe for reading would wait for a writer.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile() && !stats.isDirectory()) return notFile(file, stats.isFIFO() ? 'a named pipe' : 'a device');
      return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return unreadable(file, String(error.code));
  }
}

async function unreadable(file: string, code: string): Promise<Finding> {
  const where = { file, line: 1 };
  const refuse = (what: string, fix: string): Finding => errorFinding('CONFIG_UNREADABLE', { where, what, fix });
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return errorFinding('CONFIG_MISSING', { where, what: 'there is no such file', fix: await missingFix(file) });
    case 'EISDIR':
      return refuse('this is a folder, not a file', `Name the file in it: --config ${basename(file)}/gateway.yaml`);
    case 'EACCES':
    case 'EPERM':
      return refuse(
        'this process may not read the file',
        'Run "ls -l" on it, and give the user that runs stoa the right to read it.',
      );
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return refuse('the file is not UTF-8', 'Save it as UTF-8.');
    default:
      return refuse(`the file cannot be read (${code})`, 'Try "cat" on it: the disk or the folder may be at fault.');
  }
}

function notFile(file: string, kind: string): Finding {
  const fix = 'Write its text to a file, and name that with --config: the gateway reads it again for each reload.';
  return errorFinding('CONFIG_UNREADABLE', { where: { file, line: 1 }, what: `this is ${kind}, not a file`, fix });
}

async function missingFix(file: string): Promise<string> {
  const names = await readdir(dirname(file)).catch((): string[] => []);
  const candidates = names.filter((name) => /\.ya?ml$/.test(name));
  const near = nearestName(basename(file), candidates);
  return near === undefined
    ? 'Run stoa in the folder that has it, or name it with --config.'
    : `Did you mean "${near}"?`;
}
