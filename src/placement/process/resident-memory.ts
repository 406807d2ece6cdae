import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** MiB of memory of a child. Undefined when the system does not say, or the child has ended. */
export async function residentMb(pid: number): Promise<number | undefined> {
  if (process.platform === 'linux') return await ofStatus(await innermost(pid));
  const output = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  return output === undefined ? undefined : Number(output.stdout) / 1_024;
}

/** With a PID namespace, the gateway's child is `unshare`, and the extension runs below it. */
async function innermost(pid: number): Promise<number> {
  const [child] = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ');
  return child === undefined || child === '' ? pid : await innermost(Number(child));
}

async function ofStatus(pid: number): Promise<number | undefined> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

// The process may end at any time.
async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
