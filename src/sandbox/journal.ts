/** One call that a provider received, or one webhook that it sent. */
export interface JournalEntry {
  /** Time on the sandbox's clock, as an ISO instant. */
  at: string;
  service: string;
  /** `<METHOD> <path pattern>` for a call, `webhook <event key>` for a webhook. */
  op: string;
  /** `body` is an object without secrets, or JSON text from which `read` removes secrets. */
  request: { method: string; path: string; query: Record<string, string>; body: unknown };
  /** HTTP status of the response. Null: no response was sent. */
  status: number | null;
  /** Text of the response, from which `read` removes secrets. Null: no response was sent. */
  response: string | null;
  /** Kind of the applied fault. Null: no fault was applied. */
  fault: string | null;
}

export interface Journal {
  add(entry: JournalEntry): void;
  /**
   * Returns entries without secrets.
   * @param service null: all services
   * @param since ISO instant of the oldest entry; null: all
   */
  read(service: string | null, since: string | null): unknown[];
  clear(): void;
}

const ENTRIES_MAX = 20_000;
const SECRET_KEY =
  /^(number|card_?number|pan|cvc|cvv|security_code|password|(client_)?secret|authorization|code_verifier|(access|refresh|id)_token|link_?token)$/i;
const DIGIT_RUN = /\d(?:[ -]?\d){12,18}/g;

/** Whether the Luhn checksum of the digits is valid. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

const REDACTED = '[redacted]';

/** Returns a copy in which card numbers, security codes and secrets are replaced. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length < 13) return value;
    return value.replace(DIGIT_RUN, (run) => (passesLuhn(run.replace(/\D/g, '')) ? REDACTED : run));
  }
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redact(key),
      SECRET_KEY.test(key) && inner !== null && inner !== undefined ? REDACTED : redact(inner),
    ]),
  );
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return redact(JSON.parse(text));
  } catch {
    return redact(text);
  }
}

const opened = (request: JournalEntry['request']) =>
  typeof request.body === 'string' ? { ...request, body: parsed(request.body) } : request;

/** Creates an empty journal in memory. It keeps at least the last 20,000 entries. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX * 1.25) entries = entries.slice(-ENTRIES_MAX);
    },
    read: (service, since) => {
      const sinceMs = since === null ? -Infinity : Date.parse(since);
      return entries
        .filter((e) => (service === null || e.service === service) && Date.parse(e.at) >= sinceMs)
        .map((e) => ({ ...e, request: opened(e.request), response: parsed(e.response) }));
    },
    clear: () => {
      entries = [];
    },
  };
}
