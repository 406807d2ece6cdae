import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/** So many that a process of low priority gets 3 ms in five seconds. */
const loops = 24;

/**
 * Programs that take all of one processor. When they end, the processes that they starved may run as before. Linux only: it
 * needs `taskset` and `chrt` of util-linux.
 */
export interface BusyProcessor extends AsyncDisposable {
  /** Lets these processes run on that processor alone, when nothing else wants it. */
  starve(pids: readonly number[]): Promise<void>;
}

export async function startBusyProcessor(): Promise<BusyProcessor> {
  const status = await readFile('/proc/self/status', 'utf8');
  const [, allowed = '0'] = /^Cpus_allowed_list:\s*(\S+)/m.exec(status) ?? [];
  const [processor = '0'] = /^\d+/.exec(allowed) ?? [];
  const starved: number[] = [];
  const busy = Array.from({ length: loops }, () =>
    spawn('taskset', ['-c', processor, 'sh', '-c', 'while :; do :; done'], {
      stdio: 'ignore',
      // Linux may share processors among sessions first, so each loop has its own.
      detached: true,
    }),
  );
  await Promise.all(busy.map((child) => once(child, 'spawn')));
  return {
    async starve(pids) {
      starved.push(...pids);
      for (const pid of pids) await limit(pid, { processors: processor, policy: '--idle', nice: '19' });
    },
    async [Symbol.asyncDispose]() {
      const ended = busy.map((child) => once(child, 'exit'));
      for (const child of busy) child.kill('SIGKILL');
      await Promise.all(ended);
      // What else runs there would starve them on. Only root may raise a priority, and one may have ended.
      const limits = { processors: allowed, policy: '--other', nice: '0' } as const;
      await Promise.allSettled(starved.map((pid) => limit(pid, limits)));
    },
  };
}

interface Limits {
  readonly processors: string;
  readonly policy: '--idle' | '--other';
  /** The priority of its session. */
  readonly nice: string;
}

async function limit(pid: number, { processors, policy, nice }: Limits): Promise<void> {
  await run('taskset', '-a', '-c', '-p', processors, String(pid));
  await run('chrt', '-a', policy, '-p', '0', String(pid));
  // Absent where Linux does not share by sessions.
  if (existsSync(`/proc/${pid}/autogroup`)) await writeFile(`/proc/${pid}/autogroup`, nice);
}

async function run(program: string, ...words: readonly string[]): Promise<void> {
  const [code] = await once(spawn(program, words, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}`);
}
