import { cpus, loadavg } from 'node:os';
import type { Spread } from './rounds';

export type Cell = string | number | null | Spread;

/** One table of results. Numbers are not rounded, for `--json`. */
export interface Report {
  title: string;
  rows: Record<string, Cell>[];
  notes: string[];
  /** Measurements that failed. The benchmark prints all tables and then fails. */
  failures?: string[];
}

function numberText(value: number): string {
  if (value === 0 || Number.isInteger(value)) return value.toLocaleString('en-GB');
  return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(value >= 10 ? 3 : 2);
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  return `${numberText(cell.median)} (${numberText(cell.min)}–${numberText(cell.max)})`;
}

/** Formats a report as plain text. Writes a spread as median (lowest–highest). */
export function tableOf({ title, rows, notes }: Report): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isText = (at: number) => rows.every((row) => typeof row[columns[at] ?? ''] === 'string');
  const text = lines.map((line) =>
    line
      .map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return ['', title, ...text.map((line) => `  ${line}`), ...notes.map((note) => `  · ${note}`)].join('\n');
}

/**
 * Returns facts about this machine. If the load of the last minute is above half of the cores, other programs
 * used the machine.
 */
export function machine() {
  const cores = cpus();
  return {
    at: new Date().toISOString(),
    cores: cores.length,
    cpu: cores[0]?.model ?? 'unknown',
    node: process.version,
    loadAverage: loadavg()[0] ?? NaN,
  };
}
