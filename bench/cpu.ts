import { readdirSync, readFileSync } from 'node:fs';

// USER_HZ is 100 on every Linux that Node supports; there is no way to ask for it without a native module.
const secondsPerTick = 1 / 100;

/**
 * CPU seconds (user and system, all threads) that a process and its living descendants have used, PostgreSQL excepted: the
 * embedded one is a child of the gateway that started it, and serves the others as well. Linux only.
 */
export function cpuSeconds(pid: number): number {
  const children = childrenByParent();
  const pending = [pid];
  let ticks = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    ticks += ticksOf(next);
    pending.push(...(children.get(next) ?? []));
  }
  return ticks * secondsPerTick;
}

// The command's name in brackets may contain spaces: fields are counted after the last bracket (man 5 proc_pid_stat).
function fieldsOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat.includes('(postgres)')) return [];
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    // The process ended between listing and reading.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return [];
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
