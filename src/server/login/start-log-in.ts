import { and, count, eq, gt } from 'drizzle-orm';
import { describeDevice } from '@/schemas/device';
import { DAY_MS } from '@/domain/duration';
import type { LogInMethod } from '@/domain/session';
import type { Tx } from '../db';
import { messages, type accounts } from '../db/schema';
import { newId } from '../platform/ids';
import { queueMessage } from '../lifecycle/outbox';
import { recordActivity } from './activity';
import { findDevice } from './devices';
import type { Caller } from '../platform/caller';
import { writeNotMeLink } from './not-me-link';
import { hasEverPaid } from './proven-email';
import { endSession, startSession } from './session';

type Account = typeof accounts.$inferSelect;

/** The maximum number of "new device" mails per account in 24 hours. A browser without cookies is always new. */
const NEW_DEVICE_MAILS_MAX = 5;

export interface LogIn {
  method: LogInMethod;
  /** The passkey of a log-in by passkey. */
  passkeyId?: string;
  caller: Caller;
  /** The session secret in the caller's cookie. `startLogIn` ends that session. Null without a cookie. */
  earlier: string | null;
}

/**
 * Starts a session for a user with a verified identity. Mails the account's owner if the device is unknown.
 * @returns the secret of the new session
 */
export async function startLogIn(
  tx: Tx,
  now: Date,
  account: Account,
  { method, passkeyId, caller, earlier }: LogIn,
): Promise<string> {
  if (earlier !== null) await endSession(tx, earlier);
  const secret = await startSession(tx, now, account.id, { device: caller.device, method, passkeyId });
  await recordActivity(tx, now, account.id, 'logged_in', { method, userAgent: caller.device });
  const device = findDevice(caller.deviceCookie ?? null, account.emailNorm);
  if (!device?.isOf(account)) await mailNewDevice(tx, now, account, caller);
  return secret;
}

/**
 * Mails the owner about a log-in from a new device. Sends no mail to an unproven e-mail, which may belong to another
 * person.
 */
async function mailNewDevice(tx: Tx, now: Date, account: Account, caller: Caller): Promise<void> {
  if (account.emailVerifiedAt === null && !(await hasEverPaid(tx, account.id))) return;
  const [sent] = await tx
    .select({ count: count() })
    .from(messages)
    .where(
      and(
        eq(messages.accountId, account.id),
        eq(messages.kind, 'new_device'),
        gt(messages.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  if ((sent?.count ?? 0) >= NEW_DEVICE_MAILS_MAX) return;
  const { browser, system } = describeDevice(caller.device);
  await queueMessage(tx, now, {
    kind: 'new_device',
    accountId: account.id,
    dedupeKey: `new_device:${newId('message')}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      at: now.toISOString(),
      browser,
      system,
      notMeUrl: await writeNotMeLink(tx, now, account, { change: 'logged_in' }),
    },
  });
}
