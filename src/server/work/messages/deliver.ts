import type { IssuedDocument } from '@/domain/document';
import { isAddressDead } from '@/domain/mail-refusal';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { documentsOf } from '../documents/attachments';
import { log } from '../../platform/log';
import { createConcurrencyLimit } from '../../platform/concurrency-limit';
import { sendMessage } from './channels';
import { writeMessages } from '../../lifecycle/messages';
import { claimMessages, type ClaimedMessage } from './claims';
import { decideAfter, type Outcome } from './decisions';
import { recordMailFailures } from './mail-failures';

/** How many messages this process sends at once. Messages that a subscriber requested are not limited. */
const SENDS_AT_ONCE = 8;
const withinLimit = createConcurrencyLimit(SENDS_AT_ONCE, Infinity);
/** The longest duration of one try. The time limits of LINE and the mail server are shorter. */
const SEND_MS = 45_000;

type Tried = { claim: ClaimedMessage; outcome: Outcome | null };

/**
 * Sends due messages and writes the results as a set, or one by one if the set fails. Failed messages are
 * retried with growing delays for up to three days. After a crash the leases expire, and the next try uses
 * the same Message-ID or LINE retry key.
 * @throws the error of a message that failed alone, after all other messages are done
 */
export async function deliverMessages(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const claimed: ClaimedMessage[] = [];
  const left: string[] = [];
  const unclaimed = await doInSet(ids, async (some) => {
    const result = await claimMessages(ctx, some);
    claimed.push(...result.claimed);
    left.push(...result.left);
  });
  const documents = await documentsOf(
    ctx,
    claimed.map(({ message }) => message),
  );
  const tried = await Promise.all(
    claimed.map(async (claim) => {
      const work = () => send(ctx, claim, documents.get(claim.message.id) ?? null);
      return { claim, outcome: await (claim.message.asked ? work() : withinLimit(work)) };
    }),
  );
  const unwritten = await doInSet(tried, (some) => writeResults(ctx, some));
  for (const id of left) await deliverMessages(ctx, [id]);
  const failure = unclaimed ?? unwritten;
  if (failure) throw failure.error;
}

/**
 * Runs `work` on a set, or on each item separately if the set fails. @returns the first error of a single
 * item
 */
async function doInSet<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
): Promise<{ error: unknown } | null> {
  if (items.length === 0) return null;
  try {
    await work(items);
    return null;
  } catch (error) {
    if (items.length === 1) return { error };
    log.warn('messages.set_failed', { count: items.length, error });
  }
  let failure = null;
  for (const item of items) {
    const failed = await doInSet([item], work);
    if (failed) log.error('messages.failed_alone', failed);
    failure ??= failed;
  }
  return failure;
}

/**
 * Tries to send one message. An error becomes the outcome of the message and does not stop other messages.
 */
async function send(
  ctx: Ctx,
  claim: ClaimedMessage,
  document: IssuedDocument | null,
): Promise<Outcome | null> {
  if (systemNow().getTime() > claim.leaseUntil.getTime() - SEND_MS) return null;
  try {
    return await sendMessage(ctx, claim, document);
  } catch (error) {
    log.error('messages.not_sent', { messageId: claim.message.id, code: claim.message.kind, error });
    return { kind: 'broken', why: 'ERROR', channel: claim.message.channel };
  }
}

async function writeResults({ db, now }: Ctx, tried: readonly Tried[]): Promise<void> {
  const dead = tried.flatMap(({ claim: { message, reader }, outcome }) =>
    outcome?.kind === 'refused' && outcome.cause && isAddressDead(outcome.cause, message.lastError)
      ? [message.toAddress ?? reader?.email ?? []].flat()
      : [],
  );
  await transaction(db, async (tx) => {
    await writeMessages(
      tx,
      tried.map(({ claim, outcome }) => ({
        id: claim.message.id,
        ...decideAfter(claim.message, outcome, {
          now,
          ...claim,
          canPush: claim.isFriend && claim.lineUserId === null,
        }),
      })),
    );
    if (dead.length > 0) await recordMailFailures(tx, now, dead, 'refused');
  });
}
