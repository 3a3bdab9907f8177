/** Faults of any call to a provider. */
export const CALL_FAULTS = [
  'latency',
  'timeout_before',
  'timeout_after',
  'reset',
  'status',
  'html_502',
  'bad_json',
  'stale_read',
  'extra_fields',
  'missing_optional',
] as const;

/** Faults of sending a webhook. */
export const WEBHOOK_FAULTS = [
  'before_response',
  'before_redirect',
  'duplicate',
  'out_of_order',
  'delay',
  'drop',
  'bad_signature',
  'old_timestamp',
  'double_signature',
  'tampered_body',
  'wrong_livemode',
  'unknown_event',
  'webhook_forged',
] as const;

/** Faults of receiving a mail. */
const MAIL_FAULTS = ['latency', 'timeout_before', 'timeout_after', 'reset', 'status'] as const;

/** Content faults of the card gateway: the response is valid JSON with unexpected content. */
export const CONTENT_FAULTS = [
  'unknown_status',
  'unknown_failure_code',
  'amount_mismatch',
  'authorize_uri_on_success',
  'customer_vanished',
] as const;

/** Content faults of LINE. The key is the call that a fault affects. */
export const LINE_FAULTS = {
  /** Faults of the redirect from the authorisation page to the app. */
  callback: ['callback_lowercase_error', 'error_without_state', 'extra_query_params'],
  token: [
    'alg_none',
    'alg_es256',
    'wrong_key',
    'wrong_iss',
    'wrong_aud',
    'expired_id_token',
    'nonce_mismatch',
    'nonce_missing',
    'no_id_token',
    'no_email',
    'sub_changes',
  ],
  push: ['push_429_rate', 'push_429_quota', 'unfollow_between'],
} as const;

/** Content faults of Ecwid's products. */
const STORE_FAULTS = [
  'script_in_description',
  'three_decimals',
  'translation_missing',
  'disabled_listed',
  'total_changes',
  'image_missing',
] as const;

/** Faults of MyCloud. The key is the call that a fault affects. */
export const MYCLOUD_FAULTS = {
  any: ['items_as_array', 'token_expired_early'],
  create: [
    'create_timeout_after',
    'out_of_stock',
    'unknown_sku',
    'unsupported_postcode',
    'webhook_before_create_response',
  ],
  list: ['list_slow'],
  read: ['status_backwards', 'status_unknown_word', 'tracking_late', 'tracking_changed'],
} as const;

type MyCloudFault = (typeof MYCLOUD_FAULTS)[keyof typeof MYCLOUD_FAULTS][number];
type LineFault = (typeof LINE_FAULTS)[keyof typeof LINE_FAULTS][number];
type ContentFault = (typeof CONTENT_FAULTS)[number] | (typeof STORE_FAULTS)[number];
export type CallFault = (typeof CALL_FAULTS)[number] | ContentFault | LineFault | MyCloudFault;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];
export type FaultKind = CallFault | WebhookFault;

export interface Fault {
  id: string;
  service: string;
  /** The affected calls or webhooks: `<METHOD> <path pattern>`, the key of an event, `webhook`, or `*` for all. */
  op: string;
  kind: FaultKind;
  /** The number of calls that the fault will still affect. Infinity: all calls until the fault is deleted. */
  times: number;
  match: Record<string, unknown>;
  args: Record<string, unknown>;
}

export interface Faults {
  /** Adds a fault. @throws TypeError with the name of the invalid field */
  add(input: Record<string, unknown>): Fault;
  /**
   * Returns the oldest matching fault and decrements its `times`. Returns null if no fault matches.
   * @param ops the names of the call or webhook; a fault must match one name
   */
  take(kinds: ReadonlySet<FaultKind>, service: string, ops: string[], facts: Facts): Fault | null;
  list(): Fault[];
  clear(): void;
}

/** Returns the values of a call that `match` is compared with, such as body, query and path parameters. */
export type Facts = () => Record<string, unknown>;

export const CALL_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  ...CALL_FAULTS,
  ...CONTENT_FAULTS,
  ...STORE_FAULTS,
]);
export const MAIL_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>(MAIL_FAULTS);
export const WEBHOOK_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>(WEBHOOK_FAULTS);

const KINDS = new Set<string>([
  ...[CALL_FAULTS, CONTENT_FAULTS, STORE_FAULTS, WEBHOOK_FAULTS].flat(),
  ...Object.values(LINE_FAULTS).flat(),
  ...Object.values(MYCLOUD_FAULTS).flat(),
]);

/** Returns the duration of a fault in ms, from the argument `ms` or `seconds`. Returns null if both are missing. */
export function millisecondsOf(args: Record<string, unknown>): number | null {
  if (typeof args.ms === 'number') return args.ms;
  return typeof args.seconds === 'number' ? args.seconds * 1000 : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function record(value: unknown, name: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new TypeError(`${name} must be an object`);
  return value;
}

function timesOf(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (value === 'always' || value === -1) return Infinity;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw new TypeError('times must be a whole number from 1, or "always"');
  }
  return value;
}

function readFault(input: Record<string, unknown>, id: string): Fault {
  const { service, op = '*', kind } = input;
  if (typeof service !== 'string' || service === '') throw new TypeError('service must be a name');
  if (typeof op !== 'string' || op === '') throw new TypeError('op must be "<METHOD> <path>" or "*"');
  if (typeof kind !== 'string' || !KINDS.has(kind)) {
    throw new TypeError(`kind must be one of ${[...KINDS].join(', ')}`);
  }
  if (service === 'mail' && !MAIL_KINDS.has(kind as FaultKind)) {
    throw new TypeError(`kind of a mail's fault must be one of ${MAIL_FAULTS.join(', ')}`);
  }
  return {
    id,
    service,
    op,
    kind: kind as FaultKind,
    times: timesOf(input.times),
    match: record(input.match, 'match'),
    args: record(input.args, 'args'),
  };
}

const segments = (op: string) =>
  op
    .replace(/\/+$/, '')
    .split(/[\s/]+/)
    .map((segment) => (/^(:.+|\{.+\}|\*)$/.test(segment) ? '*' : segment));

/** Whether `pattern` matches `op`. In a pattern, `{id}`, `:id` and `*` match any single path segment. */
export function namesOp(pattern: string, op: string): boolean {
  if (pattern === '*' || pattern === op) return true;
  const wanted = segments(pattern);
  const got = segments(op);
  return wanted.length === got.length && wanted.every((part, i) => part === '*' || part === got[i]);
}

function at(facts: unknown, path: string): unknown {
  if (isRecord(facts) && path in facts) return facts[path];
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), facts);
}

/**
 * Whether `facts` contains every value of `match`. A key may be a dotted path. A number equals the same
 * number as text.
 */
export function fits(match: Record<string, unknown>, facts: unknown): boolean {
  return Object.entries(match).every(([path, wanted]) => {
    const got = at(facts, path);
    if (isRecord(wanted)) return fits(wanted, got);
    return (
      got === wanted ||
      (typeof got !== 'object' && got !== undefined && `${got as string}` === `${wanted as string}`)
    );
  });
}

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  let queue: Fault[] = [];
  let added = 0;
  return {
    add: (input) => {
      const fault = readFault(input, `fault_${++added}`);
      queue.push(fault);
      return fault;
    },
    take: (kinds, service, ops, facts) => {
      const fault = queue.find(
        (one) =>
          kinds.has(one.kind) &&
          (one.service === service || one.service === '*') &&
          ops.some((op) => namesOp(one.op, op)) &&
          fits(one.match, facts()),
      );
      if (fault === undefined) return null;
      fault.times -= 1;
      if (fault.times <= 0) queue = queue.filter((one) => one !== fault);
      return fault;
    },
    list: () => [...queue],
    clear: () => {
      queue = [];
    },
  };
}
