import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProcessUse {
  /** MiB of memory. */
  readonly mb: number;
  /** Milliseconds of processor time so far: of the thread with the event loop, where the system tells it apart. */
  readonly cpuMs: number;
  /** It runs, or it waits for a processor. */
  readonly isRunnable: boolean;
}

/** What a child takes. Undefined when the system does not say, or the child has ended. */
export async function useOf(pid: number): Promise<ProcessUse | undefined> {
  if (process.platform === 'linux') return await ofLinux(await innermost(pid));
  const output = await run('ps', ['-o', 'rss=,time=,state=', '-p', String(pid)]).catch(() => undefined);
  const [kilobytes, time, state] = output?.stdout.trim().split(/\s+/) ?? [];
  if (kilobytes === undefined || time === undefined || state === undefined) return undefined;
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { mb: Number(kilobytes) / 1_024, cpuMs: seconds * 1_000, isRunnable: state.startsWith('R') };
}

/** With a PID namespace, the gateway's child is `unshare`, and the extension runs below it. */
async function innermost(pid: number): Promise<number> {
  const [child] = (await readIfThere(`/proc/${pid}/task/${pid}/children`)).split(' ');
  return child === undefined || child === '' ? pid : await innermost(Number(child));
}

/** Of `/proc/PID/stat` and `status` (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
async function ofLinux(pid: number): Promise<ProcessUse | undefined> {
  const [stat, status] = await Promise.all([
    readIfThere(`/proc/${pid}/task/${pid}/stat`),
    readIfThere(`/proc/${pid}/status`),
  ]);
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes === undefined) return undefined;
  // The second field, the name of the program, may hold spaces and parentheses. The third follows it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[10]) + Number(fields[11]);
  return { mb: Number(kilobytes) / 1_024, cpuMs: ticks * tickMs, isRunnable: state === 'R' };
}

/** Linux shows clock ticks of 10 ms to programs, whatever its own are. */
const tickMs = 10;

/** Empty where there is none: the process may end at any time. */
export async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
