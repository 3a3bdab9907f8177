import type { NodeClient } from '@sentry/node';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { log, onErrorLine, type LogLine } from './log';

const FLUSH_MS = 1_000;
/** The fields of a log line that become search tags in Sentry. */
const TAGS = ['event', 'route', 'code', 'job', 'provider', 'outcome'] as const;

type StackParser = (stack: string) => { filename?: string }[];

const reports = () => processState('errorReports', (): { client?: NodeClient } => ({}));

/**
 * Makes every log line of level error also go to Sentry. Does nothing without SENTRY_DSN. All integrations of the Sentry
 * library are off, so that it sends only the log line.
 */
export async function startErrorReports(): Promise<void> {
  const { SENTRY_DSN: dsn, NODE_ENV } = settings();
  if (dsn === undefined) return;
  const sentry = await import('@sentry/node');
  const made = new sentry.NodeClient({
    dsn,
    integrations: [],
    stackParser: sentry.defaultStackParser,
    transport: sentry.makeNodeTransport,
    environment: NODE_ENV,
    serverName: 'ira',
    sendClientReports: false,
    maxBreadcrumbs: 0,
  });
  made.init();
  reports().client = made;
  onErrorLine((line) => {
    made.captureEvent(eventOf(line, sentry.defaultStackParser));
  });
  log.info('error_reports.started');
}

/** Waits up to a second for unsent reports. */
export async function endErrorReports(): Promise<void> {
  await reports().client?.flush(FLUSH_MS);
}

function eventOf(line: LogLine, parse: StackParser) {
  const { event, error } = line;
  const tags = Object.fromEntries(
    TAGS.flatMap((name) => (typeof line[name] === 'string' ? [[name, line[name]]] : [])),
  );
  const frames = parse(error?.stack ?? '');
  const value = [event, error?.code, error?.constraint].filter(Boolean).join(' ');
  return {
    level: 'error' as const,
    tags,
    fingerprint: ['{{ default }}', event],
    exception: { values: [{ type: error?.name ?? event, value, stacktrace: { frames } }] },
  };
}
