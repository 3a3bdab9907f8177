import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '@/domain/error-kinds';
import { ATTEMPT_STATUSES, isOpenAttempt, type AttemptStatus } from '@/domain/payment';
import { THROTTLES, type ThrottleName } from '@/domain/throttle';
import { processState } from '@/process-state';

/** The error codes that are counted as authentication failures. `OPERATOR`: a wrong operator token. */
export const AUTH_FAILURES = [
  'LOGIN_INCORRECT',
  'LOGIN_CODE_INCORRECT',
  'PASSWORD_INCORRECT',
  'PASSKEY_REFUSED',
  'PROOF_REQUIRED',
  'TOKEN_EXPIRED',
  'EMAIL_UNKNOWN',
  'NOT_ALLOWED',
  'OPERATOR',
] as const;

const DESK_REFUSALS = ['log_in', 'role'] as const;
export const WEBHOOK_PROVIDERS = ['omise', 'line', 'mycloud', 'mail'] as const;
/** Results of a webhook. `refused`: a wrong signature or an invalid event. `failed`: an internal error. */
export const WEBHOOK_OUTCOMES = ['stored', 'refused', 'failed'] as const;
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '_OTHER'] as const;

/**
 * The upper bounds of the histogram in seconds, as in OpenTelemetry's http.server.request.duration, and the objective of
 * deployment/alerts.yml (0.2).
 */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.2, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The gauges of prom-client that are named like counters. The same numbers by type stay. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The maximum number of method, route and status combinations. It bounds the size of a scrape. */
const REQUEST_SERIES_MAX = 300;

/**
 * Returns a function that returns the labels of a request. Beyond `max` combinations, the route of a new combination is
 * `_OTHER` and its status a class, such as `5xx`.
 */
export function limitSeries(max: number) {
  const seen = new Set<string>();
  return (method: string, route: string, status: number): [string, string, string] => {
    const key = `${method} ${route} ${status}`;
    if (!seen.has(key) && seen.size >= max) return [method, '_OTHER', `${Math.floor(status / 100)}xx`];
    seen.add(key);
    return [method, route, String(status)];
  };
}

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const metrics = {
    registry,
    labelsOf: limitSeries(REQUEST_SERIES_MAX),
    requests: new Histogram({
      name: 'ira_http_server_request_duration_seconds',
      help: 'Requests answered, by method, route pattern and status.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
      buckets: BUCKETS,
      registers,
    }),
    attempts: new Counter({
      name: 'ira_billing_attempts_total',
      help: 'Closed charge attempts, by result.',
      labelNames: ['result'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'ira_webhook_events_total',
      help: 'Webhooks received, by provider and outcome.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    authFailures: new Counter({
      name: 'ira_auth_failures_total',
      help: 'Failed authentications, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
    throttled: new Counter({
      name: 'ira_throttled_total',
      help: 'Requests refused by a limit, by rule.',
      labelNames: ['rule'] as const,
      registers,
    }),
    deskRefusals: new Counter({
      name: 'ira_desk_refusals_total',
      help: 'Failed log-ins to the desk, and calls refused to the role of a member.',
      labelNames: ['kind'] as const,
      registers,
    }),
    deskPersons: new Counter({
      name: 'ira_desk_persons_read_total',
      help: 'Persons in the answers of the desk.',
      registers,
    }),
    enumeration: new Counter({
      name: 'ira_enumeration_answers_total',
      help: 'Responses that revealed whether an e-mail has an account.',
      registers,
    }),
  };
  // Creates every label value with 0, because Prometheus cannot compute the increase of a missing series.
  for (const result of ATTEMPT_STATUSES) if (!isOpenAttempt(result)) metrics.attempts.inc({ result }, 0);
  for (const reason of AUTH_FAILURES) metrics.authFailures.inc({ reason }, 0);
  for (const kind of DESK_REFUSALS) metrics.deskRefusals.inc({ kind }, 0);
  for (const rule of Object.keys(THROTTLES)) metrics.throttled.inc({ rule }, 0);
  for (const provider of WEBHOOK_PROVIDERS)
    for (const outcome of WEBHOOK_OUTCOMES) metrics.webhooks.inc({ provider, outcome }, 0);
  return metrics;
}

const metrics = () => processState('counters', makeMetrics);

/** Returns the counters of this process in Prometheus' text format. They start at 0 with the process. */
export function renderCounters(): Promise<string> {
  return metrics().registry.metrics();
}

/**
 * Counts a request.
 * @param route a route pattern from a fixed list, never a URL
 */
export function countRequest(wanted: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const method = METHODS.find((known) => known === wanted.method) ?? '_OTHER';
  const { requests, labelsOf } = metrics();
  const [known, route, status] = labelsOf(method, wanted.route, wanted.status);
  requests.observe(
    { http_request_method: known, http_route: route, http_response_status_code: status },
    wanted.seconds,
  );
}

/** Counts a charge attempt by its final status. Does nothing for the status of an open attempt. */
export function countAttempt(result: AttemptStatus): void {
  if (!isOpenAttempt(result)) metrics().attempts.inc({ result });
}

export function countWebhook(
  provider: (typeof WEBHOOK_PROVIDERS)[number],
  outcome: (typeof WEBHOOK_OUTCOMES)[number],
): void {
  metrics().webhooks.inc({ provider, outcome });
}

/** Counts an error code if it is one of `AUTH_FAILURES`. */
export function countAuthFailure(code: ErrorCode | 'OPERATOR'): void {
  const reason = AUTH_FAILURES.find((one) => one === code);
  if (reason) metrics().authFailures.inc({ reason });
}

/** Counts a failed log-in to the desk, or a call that the role of the member does not allow. */
export function countDeskRefusal(kind: (typeof DESK_REFUSALS)[number]): void {
  metrics().deskRefusals.inc({ kind });
}

/** Counts the persons in an answer of the desk. */
export function countPersonsRead(persons: number): void {
  metrics().deskPersons.inc(persons);
}

/** Counts a response that revealed whether an e-mail has an account. */
export function countEnumeration(): void {
  metrics().enumeration.inc();
}

/** Counts a request that the limit `rule` refused. */
export function countRefusedCaller(rule: ThrottleName): void {
  metrics().throttled.inc({ rule });
}
