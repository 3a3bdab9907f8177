import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** One line of the log: the table it belongs to, and a record put there or the id of one removed. */
export interface LogLine {
  t: string;
  v?: unknown;
  d?: string;
}

export interface Log {
  /** Hands every line written in earlier runs to `apply`, oldest first. */
  replay(apply: (line: LogLine) => void): void;
  append(line: LogLine): void;
  /** Forgets everything. */
  reset(): void;
  close(): void;
}

const MEMORY: Log = { replay: () => {}, append: () => {}, reset: () => {}, close: () => {} };

/**
 * An append-only file of JSON lines, written before the caller is answered. A line torn by a kill is cut off.
 * @param path null keeps nothing.
 */
export function openLog(path: string | null): Log {
  if (path === null) return MEMORY;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+');
  return {
    replay: (apply) => {
      const bytes = readFileSync(path);
      const whole = bytes.lastIndexOf(0x0a) + 1;
      if (whole < bytes.length) ftruncateSync(file, whole);
      for (const line of bytes.toString('utf8', 0, whole).split('\n')) {
        if (line !== '') apply(JSON.parse(line) as LogLine);
      }
    },
    append: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`);
    },
    reset: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
}
