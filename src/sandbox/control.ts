import type { Agenda } from './agenda';
import type { SandboxClock } from './clock';
import { answerShopControl, type ShopService } from './ecwid/service';
import type { Faults } from './faults';
import type { Journal } from './journal';
import { answerLineControl } from './line/control';
import type { LineService } from './line/line-service';
import { answerFulfilmentControl } from './mycloud/control';
import type { FulfilmentService } from './mycloud/open';
import { answerOmiseControl } from './omise/control';
import type { OmiseService } from './omise/service';
import type { Send } from './transport';
import { json, nothingHere, ok, refuse } from './respond';

export interface ControlParts {
  clock: SandboxClock;
  agenda: Agenda;
  faults: Faults;
  journal: Journal;
  omise: OmiseService;
  line: LineService;
  fulfilment: FulfilmentService;
  shop: ShopService;
  appUrl: string;
  /** In production, the control API of the clock returns 404. */
  isProduction: boolean;
  token: string;
  /** Sends a request to move the clock to the app. It has no timeout. */
  forward: Send;
  /** Sets the sandbox's clock and runs all actions that are due at the new time. */
  advanceTo(instant: Date): Promise<Advance>;
  reset(): void;
}

export interface Advance {
  fired: number;
  next: Date | null;
}

type Body = Record<string, unknown>;

/**
 * The largest difference in ms by which the app's time may be behind the sandbox's clock. A request takes
 * time to arrive.
 */
const SKEW_MS = 1_000;

async function bodyOf(request: Request): Promise<Body | null> {
  const text = await request.text();
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

async function setTime(parts: ControlParts, request: Request): Promise<Response> {
  if (request.headers.get('x-sandbox-token') !== parts.token) {
    return refuse(401, 'UNAUTHENTICATED', 'x-sandbox-token is missing or wrong');
  }
  const body = await bodyOf(request);
  const instant = new Date(typeof body?.now === 'string' ? body.now : NaN);
  if (Number.isNaN(instant.getTime())) return refuse(400, 'INVALID', 'now must be an ISO instant');
  if (instant.getTime() < parts.clock.ms() - SKEW_MS) {
    return refuse(400, 'INVALID', `time only moves forward; it is ${parts.clock.now().toISOString()}`);
  }
  const { fired, next } = await parts.advanceTo(instant);
  return ok({ fired, next: next?.toISOString() ?? null });
}

/** Forwards a request to move the clock to the app. The app moves both clocks. Returns the app's response. */
async function moveClock(parts: ControlParts, request: Request): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-sandbox-token': parts.token };
  const body = await request.text();
  try {
    const answer = await parts.forward(`${parts.appUrl}/api/_control/clock`, {
      method: 'POST',
      headers,
      body,
      // A caller who hangs up stops the move.
      signal: request.signal,
    });
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(503, 'APP_UNREACHABLE', `the app at ${parts.appUrl} did not answer: ${reason}`);
  }
}

async function addFaults(parts: ControlParts, request: Request): Promise<Response> {
  const body = await bodyOf(request);
  if (body === null) return refuse(400, 'INVALID', 'the body must be a JSON object');
  try {
    return ok(parts.faults.add(body));
  } catch (error) {
    if (error instanceof TypeError) return refuse(400, 'INVALID', error.message);
    throw error;
  }
}

/**
 * Returns entries of the journal.
 * @param service null: entries of all services
 * @param since ISO instant of the oldest entry; null: all entries
 */
function readJournal(parts: ControlParts, service: string | null, since: string | null): Response {
  if (since !== null && Number.isNaN(Date.parse(since))) {
    return refuse(400, 'INVALID', 'since must be an ISO instant');
  }
  return ok(parts.journal.read(service, since));
}

async function flush(parts: ControlParts, request: Request): Promise<Response> {
  const { order, drop, duplicate } = (await bodyOf(request)) ?? {};
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : null);
  const options = {
    order: list(order) ?? (typeof order === 'string' ? order : null),
    drop: list(drop) ?? (typeof drop === 'number' ? drop : drop === true),
    duplicate:
      list(duplicate) ?? (typeof duplicate === 'number' ? Math.max(1, duplicate) : duplicate === true),
  };
  const cards = await parts.omise.webhooks.flush(options);
  const line = await parts.line.messenger.webhooks.flush(options);
  const parcels = await parts.fulfilment.webhooks.flush(options);
  return ok({
    delivered: cards.delivered + line.delivered + parcels.delivered,
    dropped: cards.dropped + line.dropped + parcels.dropped,
  });
}

/**
 * Whether a browser sends a command for a page of another origin, or as a form. A program sends neither header. Without
 * this check, any page that a developer opens could pay orders and move the clock.
 */
export function isForeign({ method, headers }: Request, ownOrigin: string): boolean {
  if (method === 'GET') return false;
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  if (origin === null && (site === null || site === 'none')) return false;
  if (origin !== null ? origin !== ownOrigin : site !== 'same-origin') return true;
  return !/^application\/json\b/i.test(headers.get('content-type') ?? '');
}

const TIME: ReadonlySet<string> = new Set(['/_control/clock', '/_control/time']);

/** Handles requests to `/_control/…`, with which tests and developers control the providers. */
export async function answerControl(parts: ControlParts, request: Request, url: URL): Promise<Response> {
  const op = `${request.method} ${url.pathname.slice('/_control'.length)}`;
  const query = url.searchParams;
  if (parts.isProduction && TIME.has(url.pathname)) return nothingHere(url.pathname);
  switch (op) {
    case 'GET /clock':
      return ok({ now: parts.clock.now().toISOString() });
    case 'POST /clock':
      return moveClock(parts, request);
    case 'PUT /time':
      return setTime(parts, request);
    case 'POST /faults':
      return addFaults(parts, request);
    case 'GET /faults':
      return json(200, { status: 'ok', data: parts.faults.list() });
    case 'DELETE /faults':
      parts.faults.clear();
      return ok({});
    case 'GET /journal':
      return readJournal(parts, query.get('service') || null, query.get('since') || null);
    case 'POST /webhooks/flush':
      return flush(parts, request);
    case 'POST /reset':
      parts.reset();
      return ok({});
    default: {
      const body = request.method === 'POST' ? await bodyOf(request) : {};
      const answer = op.includes(' /omise/')
        ? await answerOmiseControl(parts.omise, op, body)
        : op.includes(' /line/')
          ? await answerLineControl(parts.line, op, body)
          : op.includes(' /mycloud/')
            ? await answerFulfilmentControl(parts.fulfilment, op, body)
            : answerShopControl(parts.shop, op, body);
      return answer ?? nothingHere(url.pathname);
    }
  }
}
