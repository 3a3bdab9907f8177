import { asc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { requireProof } from '../../login/current-password';
import type { Session } from '../../login/session';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import {
  accounts,
  boxItems,
  calendarFeeds,
  bankAccounts,
  cards,
  codeUses,
  identities,
  importRows,
  passkeys,
  pointsBalances,
  pointsEntries,
  priceNotices,
  referralCodes,
  referrals,
  scheduleEpochs,
  subscriptions,
} from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { listConsents } from '../../lifecycle/consents';
import {
  collectConversations,
  collectEvents,
  collectMailedLinks,
  collectMessages,
  collectMarks,
  collectNotes,
  collectSessions,
} from './my-activity';
import { collectOrders } from './data-of-orders';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import { writeAudit } from '../../lifecycle/audit';
import { writeNotMeLink } from '../../login/not-me-link';
import { queueMessage } from '../../lifecycle/outbox';

/** The explanation of each part of the downloaded file. */
const ABOUT = {
  amounts: 'Money is in satang: 100 satang are 1 baht.',
  days: 'Days such as 2026-11-20 are calendar days in Bangkok; moments such as 2026-11-20T03:00:00.000Z are UTC.',
  account:
    'Who you are, how you log in and where your boxes go. Your password is stored only as a hash, left out here.',
  lineProfiles: 'The LINE profile that is linked with your account.',
  passkeys: 'Your passkeys. Their public keys are left out; the private ones were never here.',
  consents:
    'What you agreed to, in which version of the text (its day), and until when. Cancelling withdraws the consent to charging, deleting the account the one to the use of your data (data).',
  subscription: 'What you subscribe to: the box, how often, on which day, and how that changed (schedule).',
  orders:
    'Every box: what was in it and what it cost, how it was paid, every charge that was tried and how it ended, money that came in, was disputed and went back, the receipts, tax invoices (with the buyer that you named) and credit notes, and the parcels.',
  cards: 'What we know of your cards. Their numbers are with the card company and were never here.',
  bankAccounts:
    'The bank accounts that you linked, or began to link. Their numbers are with the card company and were never here.',
  points: 'Your balance, and every movement that it is the sum of.',
  codes: 'Your referral code, who joined through it (without their names), and the code you used yourself.',
  messages: 'What we wrote to you, and when.',
  conversations:
    'What you and our team wrote to each other, and what the team noted about it (note). A picture is a JPEG in base64.',
  sessions: 'Where you are logged in now.',
  links: 'Links that we mailed to you, and whether they were opened.',
  calendarFeeds: 'Since when your calendar feed is on. Its address is stored only as a hash, left out here.',
  events: 'What was changed in your account, when, and whether by you.',
  notes: 'What our team noted about you, and when.',
  marks: 'The tags that our team gave you, the day on which it comes back to you, and when it changed them.',
};

/**
 * Returns all data of an account as one JSON object. Omits secrets, hashes, tokens and data of other people. Records
 * the download in the audit log and notifies the owner by mail.
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, THROTTLED, NOT_ALLOWED for a registration in progress
 */
export async function collectMyData(
  ctx: Ctx,
  session: Session,
  input: { password?: string } = {},
): Promise<Record<string, unknown>> {
  const { accountId } = session;
  await requireSubscriber(ctx.db, accountId);
  await requireProof(ctx, session, input.password);
  return transaction(ctx.db, async (tx) => {
    const { account, subscription } = await requireSubscriber(tx, accountId);
    await recordExport(tx, ctx.now, account);
    return {
      about: ABOUT,
      collectedAt: ctx.now,
      account: describeAccount(account),
      lineProfiles: await collectProfiles(tx, accountId),
      passkeys: await collectPasskeys(tx, accountId),
      consents: await listConsents(tx, accountId),
      subscription: await describeSubscription(tx, subscription),
      orders: await collectOrders(tx, accountId),
      cards: await collectCards(tx, accountId),
      bankAccounts: await collectBankAccounts(tx, accountId),
      points: await collectPoints(tx, accountId),
      codes: await collectCodes(tx, accountId, subscription.id),
      messages: await collectMessages(tx, accountId),
      conversations: await collectConversations(tx, accountId),
      sessions: await collectSessions(tx, accountId),
      links: await collectMailedLinks(tx, accountId),
      calendarFeeds: await collectCalendarFeeds(tx, accountId),
      events: await collectEvents(tx, accountId, subscription.id),
      notes: await collectNotes(tx, accountId),
      marks: await collectMarks(tx, accountId),
    };
  });
}

function describeAccount(account: typeof accounts.$inferSelect) {
  const { id, email, emailVerifiedAt, firstName, lastName, phone, ageGroup, locale } = account;
  const failed = account.failedEmailNorm === account.emailNorm;
  const { address, subdistrict, district, province, postalCode, consentAt, createdAt } = account;
  return {
    id,
    email,
    emailVerifiedAt,
    emailFailure: failed ? account.emailFailure : null,
    emailFailedAt: failed ? account.emailFailedAt : null,
    hasPassword: account.passwordHash !== null,
    firstName,
    lastName,
    phone,
    ageGroup,
    locale,
    optionalMessages: account.optionalMessages,
    delivery: { address, subdistrict, district, province, postalCode },
    consentAt,
    createdAt,
  };
}

function collectProfiles(tx: Tx, accountId: string) {
  return tx
    .select({
      lineUserId: identities.subject,
      displayName: identities.displayName,
      friend: identities.friend,
      blocked: identities.blocked,
      connectedAt: identities.connectedAt,
    })
    .from(identities)
    .where(eq(identities.accountId, accountId));
}

function collectPasskeys(tx: Tx, accountId: string) {
  return tx
    .select({
      name: passkeys.name,
      synced: passkeys.synced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

function collectCalendarFeeds(tx: Tx, accountId: string) {
  return tx
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.accountId, accountId));
}

async function describeSubscription(tx: Tx, subscription: typeof subscriptions.$inferSelect) {
  const { id, status, frequency, paymentDay, paymentMethod, version, code, registeredOn } = subscription;
  const { createdAt, activatedAt, cancelledAt, cancelReason, cancelComment, pausedUntil, offeredAt } =
    subscription;
  const box = await tx
    .select({ productCode: boxItems.productCode, quantity: boxItems.quantity })
    .from(boxItems)
    .where(eq(boxItems.subscriptionId, subscription.id))
    .orderBy(asc(boxItems.productCode));
  const schedule = await tx
    .select({
      fromOrderNumber: typedSql(z.number(), sql`${scheduleEpochs.fromIndex} + 1`),
      baseMonth: scheduleEpochs.baseMonth,
      paymentDay: scheduleEpochs.paymentDay,
      frequency: scheduleEpochs.frequency,
      skippedAhead: scheduleEpochs.skips,
      createdAt: scheduleEpochs.createdAt,
    })
    .from(scheduleEpochs)
    .where(eq(scheduleEpochs.subscriptionId, subscription.id))
    .orderBy(asc(scheduleEpochs.seq));
  const notices = await tx
    .select({
      number: priceNotices.number,
      firstDate: priceNotices.firstDate,
      prices: priceNotices.prices,
      oldTotal: priceNotices.oldTotal,
      newTotal: priceNotices.newTotal,
      createdAt: priceNotices.createdAt,
    })
    .from(priceNotices)
    .where(eq(priceNotices.subscriptionId, subscription.id))
    .orderBy(asc(priceNotices.number));
  const movedInFrom = await tx
    .select({ source: importRows.source, externalId: importRows.externalId })
    .from(importRows)
    .where(eq(importRows.accountId, subscription.accountId));
  return {
    id,
    status,
    frequency,
    paymentDay,
    paymentMethod,
    version,
    code,
    registeredOn,
    createdAt,
    activatedAt,
    cancelledAt,
    cancelReason,
    cancelComment,
    pausedUntil,
    offeredAt,
    box,
    schedule,
    priceNotices: notices,
    movedInFrom,
  };
}

function collectCards(tx: Tx, accountId: string) {
  return tx
    .select({
      cardId: cards.id,
      brand: cards.brand,
      lastDigits: cards.lastDigits,
      name: cards.name,
      expiryMonth: cards.expiryMonth,
      expiryYear: cards.expiryYear,
      isDefault: cards.isDefault,
      createdAt: cards.createdAt,
      removedAt: cards.removedAt,
    })
    .from(cards)
    .where(eq(cards.accountId, accountId))
    .orderBy(asc(cards.createdAt), asc(cards.id));
}

function collectBankAccounts(tx: Tx, accountId: string) {
  return tx
    .select({
      bankAccountId: bankAccounts.id,
      bank: bankAccounts.bank,
      lastDigits: bankAccounts.lastDigits,
      status: bankAccounts.status,
      reason: bankAccounts.reason,
      hardDecline: bankAccounts.hardDecline,
      createdAt: bankAccounts.createdAt,
      expiresAt: bankAccounts.expiresAt,
      linkedAt: bankAccounts.linkedAt,
      closedAt: bankAccounts.closedAt,
    })
    .from(bankAccounts)
    .where(eq(bankAccounts.accountId, accountId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

async function collectPoints(tx: Tx, accountId: string) {
  const [state] = await tx
    .select({
      balance: pointsBalances.balance,
      debt: pointsBalances.debt,
      milestoneSeen: pointsBalances.milestoneSeen,
    })
    .from(pointsBalances)
    .where(eq(pointsBalances.accountId, accountId));
  const entries = await tx
    .select({
      kind: pointsEntries.kind,
      points: pointsEntries.points,
      orderId: pointsEntries.orderId,
      createdAt: pointsEntries.createdAt,
    })
    .from(pointsEntries)
    .where(eq(pointsEntries.accountId, accountId))
    .orderBy(asc(pointsEntries.createdAt), asc(pointsEntries.id));
  const { balance = 0, debt = 0, milestoneSeen = 0 } = state ?? {};
  return { balance, debt, milestoneSeen, entries };
}

async function collectCodes(tx: Tx, accountId: string, subscriptionId: string) {
  const [own] = await tx
    .select({ code: referralCodes.code, createdAt: referralCodes.createdAt })
    .from(referralCodes)
    .where(eq(referralCodes.accountId, accountId));
  const joined = await tx
    .select({
      friendId: referrals.friendId,
      status: referrals.status,
      createdAt: referrals.createdAt,
      heldAt: referrals.heldAt,
      rewardedAt: referrals.rewardedAt,
    })
    .from(referrals)
    .where(or(eq(referrals.referrerId, accountId), eq(referrals.friendId, accountId)))
    .orderBy(asc(referrals.createdAt), asc(referrals.id));
  const [used] = await tx
    .select({ code: codeUses.code, createdAt: codeUses.createdAt })
    .from(codeUses)
    .where(eq(codeUses.subscriptionId, subscriptionId));
  const withoutNames = ({ status, createdAt, heldAt, rewardedAt }: (typeof joined)[number]) => ({
    status,
    createdAt,
    heldAt,
    rewardedAt,
  });
  return {
    referralCode: own ?? null,
    friends: joined.filter((row) => row.friendId !== accountId).map(withoutNames),
    joinedThroughFriend: joined.filter((row) => row.friendId === accountId).map(withoutNames)[0] ?? null,
    usedCode: used ?? null,
  };
}

/** Records a data download in the audit log and queues a mail to the owner. */
async function recordExport(tx: Tx, now: Date, account: typeof accounts.$inferSelect): Promise<void> {
  const { id, firstName } = account;
  const auditId = await writeAudit(tx, now, { actor: id, subject: id, what: 'account.data_downloaded' });
  await queueMessage(tx, now, {
    kind: 'data_exported',
    accountId: id,
    dedupeKey: `data_exported:${auditId}`,
    asked: true,
    payload: {
      firstName,
      notMeUrl: await writeNotMeLink(tx, now, account, { change: 'data_exported' }),
    },
  });
}
