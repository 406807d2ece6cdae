import { readdirSync, readFileSync } from 'node:fs';

// USER_HZ is 100 on every Linux that Node supports; there is no way to ask for it without a native module.
const secondsPerTick = 1 / 100;

/**
 * CPU seconds (user and system, all threads) that a process and its living descendants have used, PostgreSQL excepted: the
 * embedded one is a child of the gateway that started it, and serves the others as well. Linux only.
 */
export function cpuSeconds(pid: number): number {
  return treeOf(pid).reduce((ticks, each) => ticks + ticksOf(each), 0) * secondsPerTick;
}

/** Seconds for which the main threads of the same processes could have run, had a core been free (man 5 proc, schedstat). */
export function waitedSeconds(pid: number): number {
  return treeOf(pid).reduce((seconds, each) => seconds + Number(textOf(each, 'schedstat').split(' ')[1] ?? 0) / 1e9, 0);
}

/** Megabytes of memory that the same processes have. What they share counts once for each (man 5 proc_pid_status). */
export function residentMegabytes(pid: number): number {
  const own = treeOf(pid).filter((each) => fieldsOf(each).length > 0);
  return own.reduce((sum, each) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(textOf(each, 'status'))?.[1] ?? 0), 0) / 1024;
}

function treeOf(pid: number): readonly number[] {
  const children = childrenByParent();
  const found = [pid];
  for (const each of found) found.push(...(children.get(each) ?? []));
  return found;
}

// The command's name in brackets may contain spaces: fields are counted after the last bracket (man 5 proc_pid_stat).
function fieldsOf(pid: number): readonly string[] {
  const stat = textOf(pid, 'stat');
  return stat === '' || stat.includes('(postgres)') ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function textOf(pid: number, file: 'stat' | 'schedstat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    // The process ended between listing and reading.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOf(Number(name))[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}
