import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { ERROR_KINDS, type ErrorCode } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { ownsRegistration } from '../../subscriber/account/resume-registration';
import { byNetwork, countTogether } from '../../platform/throttle';
import { monotonicMs } from '../../platform/clock';
import { transaction } from '../../db';
import { idempotencyRecords } from '../../db/schema';
import { keyedHashes } from '../../platform/keyed-hash';
import { findToken } from '../../login/staff/api-tokens';
import { log } from '../../platform/log';
import { HTTP_STATUS } from '../errors';
import type { ApiContext } from '../trpc';
import { textResponse } from './responses';
import { registrationIdIn, resumeSession, resumeStoppedRequest } from './repeated-registration';
import type { RestRoute } from './routes';
import { createHmac } from 'node:crypto';
import { secretsFor } from '../../platform/app-secret';

const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;
const KEPT_MS = 24 * 60 * 60_000;
/** The age at which a request without a stored response counts as crashed. No request takes this long. */
const STOPPED_AFTER_MS = 5 * 60_000;
const WAIT_MS = 10_000;
const READ_EVERY_MS = 100;

const KEPT_STATUSES = new Set([400, 402, 404, 409]);
/** Temporary errors, which are not stored because a repeat may succeed. */
const TEMPORARY: ReadonlySet<unknown> = new Set<ErrorCode>(['PAYMENT_PENDING', 'IDEMPOTENCY_KEY_BUSY']);

export interface KeyedRequest {
  ctx: ApiContext;
  route: Pick<RestRoute, 'beginsSession'>;
  path: string;
  input: unknown;
  key: string;
}

type StoredRecord = typeof idempotencyRecords.$inferSelect;

interface Claim {
  scope: string;
  key: string;
  requestHash: string;
}

/** The maximum length, in characters, of a stored response to a caller without a session. */
const ANONYMOUS_LENGTH = 4096;
const isAnonymous = ({ scope }: Claim) => scope.startsWith('anybody:');

interface StoredResponse {
  status: number;
  text: string;
}

/** Returns the idempotency key of a request, or null. @throws AppError INPUT_INVALID for a malformed key */
export function readKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null || key === '') return null;
  if (KEY_PATTERN.test(key)) return key;
  throw new AppError('INPUT_INVALID', { fieldErrors: { 'Idempotency-Key': ['validation.invalidInput'] } });
}

/**
 * Runs `work` for the first request with a key. For a repeat within 24 hours, returns the first response, and waits for
 * it if the first request still runs.
 * @throws AppError IDEMPOTENCY_KEY_REUSED for another body; IDEMPOTENCY_KEY_BUSY after a wait of `waitMs`
 */
export async function respondOnce(
  request: KeyedRequest,
  work: () => Promise<Response>,
  waitMs = WAIT_MS,
): Promise<Response> {
  const { ctx } = request;
  const claim = await claimOf(request);
  for (const until = monotonicMs() + waitMs; ; await sleep(READ_EVERY_MS)) {
    const [record] = await ctx.db.select().from(idempotencyRecords).where(isOf(claim));
    if (!record || isExpired(record, ctx.now)) {
      if (isAnonymous(claim)) await countTogether(ctx.db, byNetwork('storedAnswer', ctx.caller));
      if (await takeClaim(ctx, claim, record)) {
        if (record?.status === null && request.route.beginsSession)
          await resumeStoppedRequest(request, record.createdAt);
        return runFirst(ctx, claim, work);
      }
    } else {
      if (record.requestHash !== claim.requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (record.status !== null)
        return repeatResponse(request, toStoredResponse(record.status, record.body));
    }
    if (monotonicMs() >= until) throw new AppError('IDEMPOTENCY_KEY_BUSY');
  }
}

/**
 * Returns the primary key and the request hash of the record that stores a response. The scope is the session, or
 * without one the operator or API token. Without either, all callers with the same path and body share one scope.
 */
async function claimOf({ ctx, route, path, input, key: given }: KeyedRequest): Promise<Claim> {
  const hashes = requestHashes(path, input);
  // Stores only a hash of the key, because a caller may have built the key from personal data such as an e-mail.
  const keys = keyedHashes('idempotency key', given).map((key, n) => ({ key, requestHash: hashes[n] ?? '' }));
  const claimsBy = (scopeOf: (requestHash: string) => string) =>
    keys.map((key) => ({ ...key, scope: scopeOf(key.requestHash) }));
  const session = await ctx.session();
  const owner = session ? null : await programOf(ctx);
  if (owner !== null)
    return storedOrNew(
      ctx,
      claimsBy((hash) => (owner === 'operator' ? `${owner}:${hash}` : owner)),
    );
  const anybody = await storedOrNew(
    ctx,
    claimsBy((hash) => `anybody:${hash}`),
  );
  if (!session) return anybody;
  // A repeat of the request that started this session: the first request had no session.
  if (route.beginsSession && (await hasBegun(ctx, anybody, session.accountId))) return anybody;
  return storedOrNew(
    ctx,
    claimsBy(() => `session:${session.id}`),
  );
}

/** Returns the program whose valid bearer token a request has; null for every other token. */
async function programOf(ctx: ApiContext): Promise<string | null> {
  if (ctx.operatorToken === 'right') return 'operator';
  const token = ctx.bearer === null ? null : await findToken(ctx, ctx.bearer);
  return token && `token:${token.id}`;
}

/** Returns the claim that has a stored record under an earlier APP_SECRET, else the claim under the present one. */
async function storedOrNew({ db }: ApiContext, [present, ...earlier]: Claim[]): Promise<Claim> {
  for (const claim of earlier) {
    const [record] = await db.select().from(idempotencyRecords).where(isOf(claim));
    if (record) return claim;
  }
  if (!present) throw new Error('a request has no claim');
  return present;
}

async function hasBegun(ctx: ApiContext, claim: Claim, accountId: string): Promise<boolean> {
  const [record] = await ctx.db.select().from(idempotencyRecords).where(isOf(claim));
  if (record?.status !== 200) return false;
  return ownsRegistration(ctx, accountId, registrationIdIn(toStoredResponse(200, record.body).text));
}

function isOf({ scope, key }: Claim) {
  return and(eq(idempotencyRecords.scope, scope), eq(idempotencyRecords.key, key));
}

function isExpired({ status, createdAt }: StoredRecord, now: Date): boolean {
  const ageMs = now.getTime() - createdAt.getTime();
  return ageMs >= KEPT_MS || (status === null && ageMs >= STOPPED_AFTER_MS);
}

/** Replaces `over` by a record without a response. Returns false when a concurrent request stored its record first. */
async function takeClaim(
  { db, now }: ApiContext,
  claim: Claim,
  over: StoredRecord | undefined,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (over) {
      await tx
        .delete(idempotencyRecords)
        .where(and(isOf(claim), eq(idempotencyRecords.createdAt, over.createdAt)));
    }
    const taken = await tx
      .insert(idempotencyRecords)
      .values({ ...claim, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: idempotencyRecords.key });
    return taken.length > 0;
  });
}

async function runFirst(ctx: ApiContext, claim: Claim, work: () => Promise<Response>): Promise<Response> {
  let response: Response | null = null;
  try {
    response = await work();
    return response;
  } finally {
    const answered = response && (await toStorable(response.clone()));
    const stored =
      answered && isAnonymous(claim) && answered.text.length > ANONYMOUS_LENGTH ? null : answered;
    await storeResponse(ctx, claim, stored).catch((error: unknown) =>
      log.error('api.key_not_released', { error }),
    );
  }
}

async function toStorable(response: Response): Promise<StoredResponse | null> {
  const { status } = response;
  const text = await response.text();
  const isWorth = refusalsIn(status, text).every(
    (one) => KEPT_STATUSES.has(one.status) && !TEMPORARY.has(one.code),
  );
  return isWorth ? { status, text } : null;
}

/** Returns the errors in a response. A GraphQL response has the status 200 and lists its errors in `errors`. */
function refusalsIn(status: number, text: string): { status: number; code?: unknown }[] {
  const { code, errors } = JSON.parse(text) as {
    code?: unknown;
    errors?: { extensions: { code: ErrorCode } }[];
  };
  if (!errors) return status < 300 ? [] : [{ status, code }];
  return errors.map(({ extensions }) => ({
    status: HTTP_STATUS[ERROR_KINDS[extensions.code]],
    code: extensions.code,
  }));
}

async function storeResponse(
  { db, now }: ApiContext,
  claim: Claim,
  response: StoredResponse | null,
): Promise<void> {
  const ours = and(isOf(claim), eq(idempotencyRecords.createdAt, now), isNull(idempotencyRecords.status));
  await transaction(db, async (tx) => {
    if (response === null) await tx.delete(idempotencyRecords).where(ours);
    else
      await tx
        .update(idempotencyRecords)
        .set({ status: response.status, body: { text: response.text } })
        .where(ours);
  });
}

/** Converts the columns of a record to a response. The JSON is stored as text, so that its fields stay in order. */
function toStoredResponse(status: number, body: Record<string, unknown> | null): StoredResponse {
  return { status, text: typeof body?.text === 'string' ? body.text : '{}' };
}

/** Returns the stored response. If the first request started a session, starts a session for a caller without one. */
async function repeatResponse(request: KeyedRequest, response: StoredResponse): Promise<Response> {
  const { ctx, route } = request;
  if (route.beginsSession && response.status === 200)
    await resumeSession(request, registrationIdIn(response.text));
  const headers = new Headers(ctx.headers);
  headers.set('idempotency-replayed', 'true');
  return textResponse(response.status, response.text, headers);
}

/**
 * Returns an HMAC of a request for each APP_SECRET. A plain hash would allow guesses at a password in the body. The order
 * of the fields in the input has no effect.
 */
function requestHashes(path: string, input: unknown): string[] {
  const text = `${path} ${canonical(input)}`;
  return secretsFor('idempotent request').map((secret) =>
    createHmac('sha256', secret).update(text).digest('hex'),
  );
}

/** Returns a value as JSON with sorted field names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
