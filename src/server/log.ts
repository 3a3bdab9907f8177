import pino from 'pino';
import { settings } from '@/env';

/** The only fields that may be logged; a name, address, phone, e-mail or card has no field here. */
export interface LogFields {
  requestId?: string;
  route?: string;
  status?: number;
  durationMs?: number;
  accountId?: string;
  subscriptionId?: string;
  orderId?: string;
  attemptId?: string;
  eventId?: string;
  messageId?: string;
  sweep?: string;
  count?: number;
  code?: string;
  outcome?: string;
  /** What the code itself calls something, such as the promises that are broken. */
  names?: string[];
  provider?: string;
  providerStatus?: number;
  /** The error's class and stack frames; never its message, which may quote what a person typed. */
  error?: unknown;
}

let logger: pino.Logger | undefined;
let descriptor: 1 | 2 = 1;

/** For programs whose standard output is their answer. */
export function logToStandardError(): void {
  descriptor = 2;
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  const { code, constraint_name: constraint } = root as { code?: unknown; constraint_name?: unknown };
  const frames = root.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { name: root.name, code, constraint, stack: frames?.slice(0, 12).join('\n') };
}

function write(level: 'info' | 'warn' | 'error', event: string, fields: LogFields): void {
  logger ??= pino(
    { level: settings().LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: descriptor, sync: true }),
  );
  const { error, ...rest } = fields;
  logger[level]({ event, ...rest, ...(error === undefined ? {} : { error: describe(error) }) });
}

/** One JSON line per event. `event` is a constant such as `billing.run`. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}) => write('warn', event, fields),
  error: (event: string, fields: LogFields = {}) => write('error', event, fields),
};
