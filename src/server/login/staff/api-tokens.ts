import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { DAY_MS, MINUTE_MS } from '@/domain/duration';
import type { TokenScope } from '@/domain/staff';
import { newLinkSecret } from '../one-time-tokens';
import { hashSecret } from '../session';
import { transaction, type Tx } from '../../db';
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
    createdBy: name ?? token.createdBy,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt,
    lastUsedAt: token.lastUsedAt,
    state: token.revokedAt !== null ? 'revoked' : token.expiresAt <= now ? 'expired' : 'active',
  }));
}

/** Creates an API token. @returns the token, which is shown only once */
export function createToken(
  { db, now }: Ctx,
  staffId: string,
  { name, scopes, days }: { name: string; scopes: TokenScope[]; days: number },
): Promise<{ tokenId: string; token: string }> {
  const token = PREFIX + newLinkSecret();
  const id = newId('apiToken');
  return transaction(db, async (tx) => {
    await tx.insert(apiTokens).values({
      id,
      name,
      createdBy: staffId,
      createdAt: now,
      scopes,
      tokenHash: hashSecret(token),
      expiresAt: new Date(now.getTime() + days * DAY_MS),
    });
    const detail = { name, scopes, days };
    await writeAudit(tx, now, { actor: actorOf(staffId), subject: id, what: 'token.created', detail });
    return { tokenId: id, token };
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

/** Returns the API token of a bearer token; null for an unknown, revoked or expired one. */
export async function findToken({ db, now }: Ctx, bearer: string) {
  if (!bearer.startsWith(PREFIX)) return null;
  const [found] = await db
    .select()
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.tokenHash, hashSecret(bearer)),
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, now),
      ),
    );
  return found ?? null;
}

/**
 * Whether a bearer token is a valid API token. Notes its use, at most once a minute.
 * @throws AppError NOT_ALLOWED naming the scope for a token without it
 */
export async function isTokenFor(ctx: Ctx, bearer: string, scope: TokenScope): Promise<boolean> {
  const { db, now } = ctx;
  const found = await findToken(ctx, bearer);
  if (!found) return false;
  if (!found.scopes.includes(scope)) throw new AppError('NOT_ALLOWED', { reason: 'token_scope', scope });
  const before = new Date(now.getTime() - MINUTE_MS);
  await transaction(db, (tx) =>
    tx
      .update(apiTokens)
      .set({ lastUsedAt: now })
      .where(
        and(eq(apiTokens.id, found.id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))),
      ),
  );
  return true;
}
