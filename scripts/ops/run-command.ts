import { parseArgs } from 'node:util';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { translate } from '@/locales/translate';
import { systemNow } from '@/server/platform/clock';
import type { Db } from '@/server/db';
import { OperatorRefusal } from '@/server/desk/acts/operator';
import { UsageError, type Command, type Said, type Values } from './command';
import { COMMANDS } from './commands';

const COMMON = {
  json: { type: 'boolean' },
  as: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function usageOf(name: string, { usage, about }: Command): string {
  return `npm run ops -- ${name}${usage && ` ${usage}`}\n    ${about}`;
}

function usage(): string {
  const commands = Object.entries(COMMANDS).map(([name, command]) => usageOf(name, command));
  const common = `With each: --json (one JSON object on standard output), --as <your name> (for the audit), --help.
Exit code 0: done, 2: refused, 1: failed. Amounts are in baht, in JSON in satang.`;
  return [...commands, '', common].join('\n');
}

function read(command: Command, args: string[]): { words: string[]; values: Values } {
  try {
    const options = { ...command.options, ...COMMON };
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const [least, most] = command.words;
    if (values.help !== true && positionals.length < least) throw new UsageError('Something is missing.');
    if (positionals.length > most) throw new UsageError(`${positionals[most]} is too much.`);
    return { words: positionals, values: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}

const NAME = /^[\p{L}\p{N} ._@-]{1,40}$/u;

/** The output streams of a command, and access to the database. */
export interface Surroundings {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Opens the product's database, runs `work` with it, and closes it. */
  lend: (work: (db: Db) => Promise<Said>) => Promise<Said>;
}

async function execute(command: Command, args: string[], { lend }: Surroundings): Promise<Said> {
  const { words, values } = read(command, args);
  if (typeof values.as === 'string' && !NAME.test(values.as))
    throw new UsageError('--as takes a name of at most 40 letters.');
  const operator = typeof values.as === 'string' ? `operator:${values.as}` : 'operator';
  return lend((db) => command.run({ db, now: systemNow(), operator }, words, values));
}

/** Returns the innermost cause of an error. */
function reasonOf(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return String(root);
  return root.message || ((root as { code?: string }).code ?? root.name);
}

/** Returns the reason of a refused command; null for any other error. */
function refusalIn(error: unknown): string | null {
  if (error instanceof OperatorRefusal || error instanceof UsageError) return error.message;
  if (!(error instanceof AppError) || kindOf(error) === 'internal') return null;
  return translate('en', `errors.${error.code}`);
}

/** Prints an error: on standard error as text, or on standard output as JSON. */
function sayWrong(
  error: unknown,
  { name, command, json }: { name: string; command: Command | undefined; json: boolean },
  { out, err }: Surroundings,
): 1 | 2 {
  const message = refusalIn(error) ?? reasonOf(error);
  const isRefused = refusalIn(error) !== null;
  const status = isRefused ? 'refused' : 'failed';
  if (json) out(`${JSON.stringify({ status, message })}\n`);
  else {
    const hint = error instanceof UsageError ? `\n\n${command ? usageOf(name, command) : usage()}` : '';
    err(`${status}: ${message}${hint}\n`);
  }
  return isRefused ? 2 : 1;
}

/** Runs a command of the operator. @returns the exit code: 0 done, 2 refused, 1 failed */
export async function runCommand([name = '', ...args]: string[], around: Surroundings): Promise<0 | 1 | 2> {
  const json = args.includes('--json');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (['', 'help', '--help', '-h'].includes(name)) {
    around.out(`${usage()}\n`);
    return name === '' ? 2 : 0;
  }
  try {
    if (!command) throw new UsageError(`There is no command ${name}.`);
    if (args.includes('--help') || args.includes('-h')) {
      around.out(`${usageOf(name, command)}\n`);
      return 0;
    }
    const { data, text, code } = await execute(command, args, around);
    const status = code === 0 ? 'ok' : code === 2 ? 'refused' : 'failed';
    around.out(json ? `${JSON.stringify({ status, data })}\n` : `${text}\n`);
    return code;
  } catch (error) {
    return sayWrong(error, { name, command, json }, around);
  }
}
