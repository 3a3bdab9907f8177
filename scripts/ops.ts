// npm run ops -- <command> […]: what an operator does. Exit code 0: done, 2: refused, 1: failed.
import { parseArgs } from 'node:util';
import { loadClock, systemNow } from '@/server/clock';
import { database } from '@/server/db/client';
import { logToStandardError } from '@/server/log';
import { OperatorRefusal } from '@/server/ops/operator';
import { UsageError, type Command, type Said, type Values } from './ops/command';
import {
  confirmRefundCommand,
  confirmTransferCommand,
  importStatementCommand,
  refundCommand,
} from './ops/money';
import { billCommand, incidentCommand, maintenanceCommand, pauseCommand, resumeCommand } from './ops/running';
import { parcelCommand } from './ops/parcels';
import {
  dismissCommand,
  invariantsCommand,
  moveFreeProductCommand,
  reconcileCommand,
  stuckCommand,
  timelineCommand,
} from './ops/watching';

const COMMANDS: Record<string, Command> = {
  'confirm-transfer': confirmTransferCommand,
  'import-statement': importStatementCommand,
  stuck: stuckCommand,
  dismiss: dismissCommand,
  refund: refundCommand,
  'confirm-refund': confirmRefundCommand,
  'move-free-product': moveFreeProductCommand,
  parcel: parcelCommand,
  timeline: timelineCommand,
  bill: billCommand,
  pause: pauseCommand,
  resume: resumeCommand,
  reconcile: reconcileCommand,
  invariants: invariantsCommand,
  incident: incidentCommand,
  maintenance: maintenanceCommand,
};

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

async function execute(command: Command, args: string[]): Promise<Said> {
  const { words, values } = read(command, args);
  if (typeof values.as === 'string' && !NAME.test(values.as))
    throw new UsageError('--as takes a name of at most 40 letters.');
  if (!process.env.DATABASE_URL)
    throw new Error(
      'Nothing runs with this DATA_DIR, and DATABASE_URL is not set: start it (npm start), or set it.',
    );
  const db = database();
  try {
    await loadClock(db);
    const operator = typeof values.as === 'string' ? `operator:${values.as}` : 'operator';
    return await command.run({ db, now: systemNow(), operator }, words, values);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/** What lies at the bottom of it. */
function reasonOf(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return String(root);
  return root.message || ((root as { code?: string }).code ?? root.name);
}

/** What goes wrong, said once: for programs on standard output, for people on the other. */
function sayWrong(error: unknown, name: string, command: Command | undefined, json: boolean): 1 | 2 {
  const isRefused = error instanceof OperatorRefusal || error instanceof UsageError;
  const message = isRefused ? error.message : reasonOf(error);
  const status = isRefused ? 'refused' : 'failed';
  if (json) process.stdout.write(`${JSON.stringify({ status, message })}\n`);
  else {
    const hint = error instanceof UsageError ? `\n\n${command ? usageOf(name, command) : usage()}` : '';
    process.stderr.write(`${status}: ${message}${hint}\n`);
  }
  return isRefused ? 2 : 1;
}

async function main(): Promise<number> {
  logToStandardError();
  const [name = '', ...args] = process.argv.slice(2);
  const json = args.includes('--json');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (['', 'help', '--help', '-h'].includes(name)) {
    process.stdout.write(`${usage()}\n`);
    return name === '' ? 2 : 0;
  }
  try {
    if (!command) throw new UsageError(`There is no command ${name}.`);
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(`${usageOf(name, command)}\n`);
      return 0;
    }
    const { data, text, code } = await execute(command, args);
    const status = code === 0 ? 'ok' : code === 2 ? 'refused' : 'failed';
    process.stdout.write(json ? `${JSON.stringify({ status, data })}\n` : `${text}\n`);
    return code;
  } catch (error) {
    return sayWrong(error, name, command, json);
  }
}

process.exitCode = await main();
