import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { DAY_MS, MINUTE_MS } from '@/domain/duration';
import { TOKEN_SCOPES, type TokenScope } from '@/domain/api-token';
import type { Satang } from '@/domain/money';
import type { createTokenInput } from '@/schemas/desk';
import { newLinkSecret } from '../one-time-tokens';
import { hashSecret } from '../session';
import { transaction, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { apiTokens, staff } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { actorOf } from './sessions';

/** The beginning of every API token, so that a leaked token is recognised. */
const PREFIX = 'ira_';

export interface ListedToken {
  tokenId: string;
  name: string;
  scopes: TokenScope[];
  /** What it may refund in a day, in satang. */
  refundLimit: Satang;
  /** The owner with whose membership it ends. */
  ownerId: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  state: 'active' | 'expired' | 'revoked';
}

/** Returns all API tokens, newest first. The tokens themselves are not stored. */
export async function listTokens({ db, now }: Ctx): Promise<ListedToken[]> {
  const rows = await db
    .select({ token: apiTokens, name: staff.name })
    .from(apiTokens)
    .leftJoin(staff, eq(staff.id, apiTokens.createdBy))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(({ token, name }) => ({
    tokenId: token.id,
    name: token.name,
    scopes: token.scopes,
    refundLimit: token.refundLimit,
    ownerId: token.createdBy,
    createdBy: name ?? token.createdBy,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt,
    lastUsedAt: token.lastUsedAt,
    state: token.revokedAt !== null ? 'revoked' : token.expiresAt <= now ? 'expired' : 'active',
  }));
}

type NewToken = z.output<typeof createTokenInput>;

/** Creates an API token. @returns the token, which is shown only once */
export function createToken(
  { db, now }: Ctx,
  staffId: string,
  { name, scopes, days, refundLimit = 0 }: NewToken,
): Promise<{ tokenId: string; token: string }> {
  const token = PREFIX + newLinkSecret();
  const id = newId('apiToken');
  return transaction(db, async (tx) => {
    await requireOwner(tx, staffId);
    await tx.insert(apiTokens).values({
      id,
      name,
      refundLimit,
      createdBy: staffId,
      createdAt: now,
      scopes,
      tokenHash: hashSecret(token),
      expiresAt: new Date(now.getTime() + days * DAY_MS),
    });
    const detail = { name, scopes, days, ...(refundLimit > 0 && { amount: refundLimit }) };
    await writeAudit(tx, now, { actor: actorOf(staffId), subject: id, what: 'token.created', detail });
    return { tokenId: id, token };
  });
}

/** Refuses a member who is an owner no more. Until the commit the member stays one, so that no token outlives its owner. */
async function requireOwner(tx: Tx, staffId: string): Promise<void> {
  const [owner] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), eq(staff.role, 'owner'), isNull(staff.removedAt)))
    .for('share');
  if (!owner) throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
}

/**
 * Makes an owner the one with whose membership an API token ends. The token stays as it is.
 * @throws AppError NOT_FOUND also for a token that has been revoked, NOT_ALLOWED for a former owner
 */
export function takeOverToken({ db, now }: Ctx, staffId: string, tokenId: string): Promise<void> {
  return transaction(db, async (tx) => {
    await requireOwner(tx, staffId);
    const [token] = await tx
      .select()
      .from(apiTokens)
      .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))
      .for('update');
    if (!token) throw new AppError('NOT_FOUND');
    if (token.createdBy === staffId) return;
    await tx.update(apiTokens).set({ createdBy: staffId }).where(eq(apiTokens.id, tokenId));
    const detail = { name: token.name, from: token.createdBy };
    await writeAudit(tx, now, {
      actor: actorOf(staffId),
      subject: tokenId,
      what: 'token.taken_over',
      detail,
    });
  });
}

/** Ends an API token at once. @throws AppError NOT_FOUND also for a token that has been revoked */
export function revokeToken({ db, now }: Ctx, staffId: string, tokenId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const [revoked] = await tx
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id });
    if (!revoked) throw new AppError('NOT_FOUND');
    await writeAudit(tx, now, { actor: actorOf(staffId), subject: tokenId, what: 'token.revoked' });
  });
}

/** Ends all API tokens of a member who was removed or is an owner no more. */
export async function endTokensOf(tx: Tx, now: Date, actor: string, staffId: string): Promise<void> {
  const ended = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.createdBy, staffId), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  for (const { id } of ended) await writeAudit(tx, now, { actor, subject: id, what: 'token.revoked' });
}

const tokenRow = z.object({
  id: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  last_used_at: columnShape(apiTokens.lastUsedAt),
});
const VALID_TOKEN = `select id, to_json(scopes) as scopes, last_used_at from api_tokens
  where token_hash = $1 and revoked_at is null and expires_at > $2::timestamptz`;

/** Returns the API token of a bearer token; null for an unknown, revoked or expired one. */
export async function findToken({ db, now }: Ctx, bearer: string) {
  if (!bearer.startsWith(PREFIX)) return null;
  const params = [hashSecret(bearer), now.toISOString()];
  // As a text, because every call of a program begins with it.
  const [found] = await queryRows(db, tokenRow, { text: VALID_TOKEN, params });
  return found ?? null;
}

/**
 * Returns the id of a valid API token with a scope; null for an unknown, revoked or expired token. Notes its use, at most
 * once a minute.
 * @throws AppError NOT_ALLOWED naming the scope for a token without it
 */
export async function findTokenFor(ctx: Ctx, bearer: string, scope: TokenScope): Promise<string | null> {
  const { db, now } = ctx;
  const found = await findToken(ctx, bearer);
  if (!found) return null;
  if (!found.scopes.includes(scope)) throw new AppError('NOT_ALLOWED', { reason: 'token_scope', scope });
  const { last_used_at: usedAt } = found;
  if (usedAt !== null && now.getTime() - Date.parse(usedAt) < MINUTE_MS) return found.id;
  await transaction(db, (tx) =>
    tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, found.id)),
  );
  return found.id;
}
