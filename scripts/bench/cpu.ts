import { readFileSync, readdirSync } from 'node:fs';

// USER_HZ, the unit of /proc, is 100 on every architecture that Node runs on.
const TICKS_PER_SECOND = 100;

/**
 * Returns the numbers of /proc/<pid>/stat after the name, from field 3 on (proc(5)); null when the process has
 * exited.
 */
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

/** Returns the seconds of CPU of a process with all its threads; null where there is no /proc. */
export function processCpuSeconds(pid: number): number | null {
  const fields = statOf(String(pid));
  return fields && ticks(fields, 11, 13) / TICKS_PER_SECOND;
}

/**
 * Returns the seconds of CPU of a PostgreSQL server: its postmaster, its child processes, and exited ones.
 * @returns null where there is no /proc
 */
export function serverCpuSeconds(postmaster: number): number | null {
  const main = statOf(String(postmaster));
  if (!main) return null;
  // 14–17: utime, stime, and the same of children that were waited for; 4: the parent.
  let sum = ticks(main, 11, 15);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (fields && Number(fields[1]) === postmaster) sum += ticks(fields, 11, 13);
  }
  return sum / TICKS_PER_SECOND;
}
