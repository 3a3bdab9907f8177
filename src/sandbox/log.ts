import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** One line of the log. `t` is the name of the table, `v` the stored record, `d` the id of a removed record. */
export interface LogLine {
  t: string;
  v?: unknown;
  d?: string;
}

export interface Log {
  /** Calls `apply` with every stored line, oldest first. */
  replay(apply: (line: LogLine) => void): void;
  append(line: LogLine): void;
  /** Deletes all stored lines. */
  reset(): void;
  close(): void;
}

const MEMORY: Log = { replay: () => {}, append: () => {}, reset: () => {}, close: () => {} };

/**
 * Opens a file of JSON lines. `append` writes synchronously, so that a change is stored before its response
 * is sent. Removes an incomplete last line, which a killed process may have written.
 * @param path null: stores nothing
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
