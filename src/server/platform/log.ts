import pino from 'pino';
import { settings } from '@/settings/settings';
import { scrubText } from '@/monitoring/scrub';
import { processState } from '@/process-state';
import { traceId } from './trace';

/** The only fields that may be logged. No field contains personal data such as a name, an e-mail or a card. */
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
  job?: string;
  rowId?: string;
  count?: number;
  code?: string;
  outcome?: string;
  /** Names that the code defines, such as the names of violated invariants. */
  names?: string[];
  provider?: string;
  providerStatus?: number;
  /** An error. Only its class, codes and stack frames are logged: the message may quote user input. */
  error?: unknown;
}

/** The types of the allowed fields, for the check at run time. */
const ALLOWED = {
  requestId: 'string',
  route: 'string',
  status: 'number',
  durationMs: 'number',
  accountId: 'string',
  subscriptionId: 'string',
  orderId: 'string',
  attemptId: 'string',
  eventId: 'string',
  messageId: 'string',
  job: 'string',
  rowId: 'string',
  count: 'number',
  code: 'string',
  outcome: 'string',
  names: 'strings',
  provider: 'string',
  providerStatus: 'number',
} as const satisfies Record<Exclude<keyof LogFields, 'error'>, 'string' | 'number' | 'strings'>;

const TEXT_MAX = 200;
const FRAMES_MAX = 12;

export interface DescribedError {
  name: string;
  code?: string;
  constraint?: string;
  stack?: string;
}

/** A log line without its time and level. */
export type LogLine = Record<string, unknown> & { event: string; error?: DescribedError };

type Level = 'info' | 'warn' | 'error';

interface LogState {
  logger?: pino.Logger;
  destination?: pino.DestinationStream;
  errorListener?: (line: LogLine) => void;
}
const logState = () => processState('log', (): LogState => ({}));

/** Makes all following log lines go to another stream, such as standard error. */
export function logTo(stream: pino.DestinationStream): void {
  Object.assign(logState(), { destination: stream, logger: undefined });
}

/** Makes the log go to standard error, for programs that print results on standard output. */
export function logToStandardError(): void {
  logTo(pino.destination({ fd: 2, sync: true }));
}

/** Registers a function to call with every log line of level error. Replaces the previous function. */
export function onErrorLine(listener: (line: LogLine) => void): void {
  logState().errorListener = listener;
}

const short = (value: unknown) =>
  typeof value === 'string' ? scrubText(value).slice(0, TEXT_MAX) : undefined;

/**
 * Returns the loggable parts of an error: class, code, PostgreSQL constraint and stack frames. Omits the message, which
 * may quote user input.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error };
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  const { code, constraint_name: constraint } = root as { code?: unknown; constraint_name?: unknown };
  const frames = root.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const stack = frames?.slice(0, FRAMES_MAX).map(scrubText).join('\n');
  return { name: short(root.name) ?? 'Error', code: short(code), constraint: short(constraint), stack };
}

/** Returns a log line with the present trace and only the allowed fields. Omits a field with a wrong type. */
export function allowedLine(event: string, fields: LogFields): LogLine {
  const line: LogLine = { event };
  const trace = traceId();
  if (trace !== undefined) line.traceId = trace;
  for (const [name, kind] of Object.entries(ALLOWED)) {
    const value = fields[name as keyof typeof ALLOWED];
    if (kind === 'number' && typeof value === 'number') line[name] = value;
    if (kind === 'string' && typeof value === 'string') line[name] = short(value);
    if (kind === 'strings' && Array.isArray(value)) line[name] = value.map(short);
  }
  if (fields.error !== undefined) line.error = describeError(fields.error);
  return line;
}

function write(level: Level, event: string, fields: LogFields): void {
  const state = logState();
  state.logger ??= pino(
    { level: settings().LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    state.destination ?? pino.destination({ fd: 1, sync: true }),
  );
  const line = allowedLine(event, fields);
  state.logger[level](line);
  if (level === 'error') state.errorListener?.(line);
}

/** Writes one JSON line per event. `event` is a constant such as `billing.job`. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}) => write('warn', event, fields),
  error: (event: string, fields: LogFields = {}) => write('error', event, fields),
};
