import type { ParseArgsConfig } from 'node:util';
import type { OperatorCtx } from '@/server/desk/acts/operator';

type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Record<string, string | boolean | undefined>;

/** An error in the arguments of a command. It is printed together with the usage of the command. */
export class UsageError extends Error {}

/** The result of a command: `data` for programs, `text` for the operator, and the exit code. */
export interface Said {
  data: unknown;
  text: string;
  /** 0: done, 2: refused, 1: failed. */
  code: 0 | 1 | 2;
}

/** A command of `npm run ops`. */
export interface Command {
  /** The arguments, such as `<orderId> [--amount <baht>]`. */
  usage: string;
  about: string;
  options: Options;
  /** The least and the most positional arguments. */
  words: [number, number];
  run: (ctx: OperatorCtx, words: string[], values: Values) => Promise<Said>;
}

export const done = (data: unknown, text: string): Said => ({ data, text, code: 0 });

/** Returns the text of an option, or undefined if it is not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Formats an instant in Bangkok time: `2026-11-20 09:00:00`. */
export function bangkok(iso: string): string {
  const local = new Date(new Date(iso).getTime() + 7 * 3_600_000).toISOString();
  return local.slice(0, 19).replace('T', ' ');
}

/** Formats rows as columns. Each column is as wide as its widest cell. */
export function columns(rows: string[][], indent = '  '): string {
  const wide: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (wide[at] = Math.max(wide[at] ?? 0, cell.length)));
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, at) => cell.padEnd(wide[at] ?? 0))
          .join('  ')
          .trimEnd(),
    )
    .join('\n');
}
