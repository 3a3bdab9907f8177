import { readFileSync, readdirSync } from 'node:fs';

// Ticks per second in /proc (USER_HZ): 100 on every architecture that Node supports.
const TICKS_PER_SECOND = 100;

/** Returns the fields of /proc/<pid>/stat from field 3 on (proc(5)). Returns null if the process has exited. */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const ticks = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);

/** Returns the CPU time of a process and its threads in seconds. Returns null if the system has no /proc. */
export function processCpuSeconds(pid: number): number | null {
  const fields = statOf(String(pid));
  return fields && ticks(fields, 11, 13) / TICKS_PER_SECOND;
}

/**
 * Returns the CPU time of a PostgreSQL server in seconds: of its main process and of its running and exited
 * child processes.
 * @returns null if the system has no /proc
 */
export function serverCpuSeconds(postmaster: number): number | null {
  const main = statOf(String(postmaster));
  if (!main) return null;
  // Fields 14–17: user and system time of the process, then of its exited children. Field 4: the parent's
  // pid.
  let sum = ticks(main, 11, 15);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (fields && Number(fields[1]) === postmaster) sum += ticks(fields, 11, 13);
  }
  return sum / TICKS_PER_SECOND;
}
