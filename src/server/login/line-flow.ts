import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { LINE_FLOW_MINUTES, type LineIntent } from '@/domain/line';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { lineFlows } from '../db/schema';
import { buildConsentUrl } from './line-login';
import { hashSecret } from './session';
import { countThrottled } from '../platform/throttle';

export type LineFlow = typeof lineFlows.$inferSelect;

interface Wish {
  intent: LineIntent;
  /** The account to link LINE with; null for intents other than linking. */
  accountId: string | null;
  /** The path of this site to which the browser returns after the flow. */
  nextPath: string;
  /** `markOfLineUser` of the one who may finish the flow; null: any LINE user. */
  forUser: string | null;
  locale: Locale;
  again: boolean;
}

/** Returns what a button in a LINE message names of its reader, so that another LINE user on the phone is noticed. */
export const markOfLineUser = (subject: string): string => hashSecret(subject).slice(0, 16);

/**
 * Starts a LINE log-in flow and stores it.
 * @returns the URL of LINE's consent page, and the secret for the browser's cookie
 * @throws AppError THROTTLED
 */
export async function startLineFlow(
  { db, now }: Ctx,
  requested: Wish,
  caller: { address: string },
): Promise<{ url: string; browserSecret: string }> {
  await countThrottled(db, 'lineStart', caller.address);
  const { again, ...row } = requested;
  const { url, secrets } = buildConsentUrl({ locale: requested.locale, again });
  const { state, ...kept } = secrets;
  const browserSecret = randomBytes(32).toString('base64url');
  await transaction(db, (tx) =>
    tx.insert(lineFlows).values({
      id: hashSecret(browserSecret),
      stateHash: hashSecret(state),
      ...kept,
      ...row,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINE_FLOW_MINUTES * 60_000),
    }),
  );
  return { url, browserSecret };
}

/** Deletes and returns the LINE log-in flow of a browser; null when the flow does not exist or has expired. */
export async function takeLineFlow({ db, now }: Ctx, browserSecret: string | null): Promise<LineFlow | null> {
  if (browserSecret === null) return null;
  const [flow] = await transaction(db, (tx) =>
    tx
      .delete(lineFlows)
      .where(eq(lineFlows.id, hashSecret(browserSecret)))
      .returning(),
  );
  return flow && flow.expiresAt > now ? flow : null;
}

/** Whether LINE returned the same `state` value with which the flow was started. Compares in constant time. */
export function isStateOf(flow: LineFlow, state: string | null): boolean {
  const digest = createHash('sha256')
    .update(state ?? '')
    .digest();
  return state !== null && timingSafeEqual(digest, Buffer.from(flow.stateHash, 'hex'));
}
