import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DeclineReason } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { COUNTS_AS_RETRY, type Trigger } from '@/domain/payment';
import { systemNow } from '../../platform/clock';
import { queryRows } from '../../db/query-rows';
import { columnShape, rowShape } from '../../db/row-shapes';
import { accounts, bankAccounts, cards, chargeAttempts, orders } from '../../db/schema';
import type { Tx } from '../../db';
import type { createCharge } from '../../gateways/omise/charges';
import { newId } from '../../platform/ids';
import { siteUrl } from '../../platform/site-url';
import { countCharge, listCardsAtLimit } from '../cards/card-limits';
import type { Claimed } from './commit-claim';
import { holdsCharging } from '../../lifecycle/charging-hold';
import { unreadOf, QrsUnreadError, type LiveQr, type QrsRead } from './unread-qrs';

/**
 * A request to write an attempt. `cardId`: the id of the card in this database; default: the linked bank account for a
 * payment by bank account, else the account's default card.
 */
export interface AttemptRequest {
  orderId: string;
  trigger: Trigger;
  cardId?: string;
  tokenHash?: string;
  /** The hashed networks of the caller, from `networkToStore`. Undefined for a charge of the billing run. */
  network?: string;
  returnPath: string;
}

/**
 * A written attempt with the request to send to the gateway. `request` is null if the gateway must not be
 * called.
 */
export interface WrittenAttempt extends Claimed {
  orderId: string;
  request: Parameters<typeof createCharge>[0] | null;
  /** The reason for not calling the gateway; default: `no_card`. */
  refusal?: DeclineReason;
}

const factsRow = z.object({
  orderId: z.string(),
  accountId: z.string(),
  amount: columnShape(orders.total),
  locale: columnShape(accounts.locale),
  customerId: columnShape(accounts.omiseCustomerId),
  /** The number of existing attempts of the order. */
  made: z.number(),
  card: rowShape(cards, ['id', 'omiseCardId', 'fingerprint', 'hardDecline', 'forOnce']).nullable(),
  /** Whether the linked bank account is charged. Then there is no card. */
  byBankAccount: z.boolean(),
  bankAccount: rowShape(bankAccounts, ['id', 'linkedAccountId', 'hardDecline']).nullable(),
  /** Whether charging is held because of a dispute. */
  isHeld: z.boolean(),
  qrs: z.array(
    z.object({ attemptId: z.string(), chargeId: z.string(), app: columnShape(chargeAttempts.app) }),
  ),
});
type AttemptFacts = z.output<typeof factsRow>;

/** SQL condition that the payment `p` of a request `r` charges the linked bank account. */
const BY_BANK_ACCOUNT = sql`p.method = 'bank_account' and r."cardId" is null`;

/**
 * Reads the facts for several attempts in one statement. The caller must hold the locks of the subscriptions.
 */
async function loadFacts(tx: Tx, requests: readonly AttemptRequest[]): Promise<AttemptFacts[]> {
  return queryRows(
    tx,
    factsRow,
    sql`
    select o.id as "orderId", a.id as "accountId", o.total::float8 as amount, a.locale,
      a.omise_customer_id as "customerId",
      (select count(*)::int from charge_attempts t where t.order_id = o.id) as made,
      case when c.id is not null then json_build_object('id', c.id, 'omiseCardId', c.omise_card_id,
        'fingerprint', c.fingerprint, 'hardDecline', c.hard_decline, 'forOnce', c.for_once) end as card,
      (${BY_BANK_ACCOUNT}) as "byBankAccount",
      case when b.id is not null then json_build_object('id', b.id, 'linkedAccountId', b.linked_account_id,
        'hardDecline', b.hard_decline) end as "bankAccount",
      ${holdsCharging(sql`a.id`, sql`c.fingerprint`)} as "isHeld",
      (select coalesce(json_agg(json_build_object('attemptId', t.id, 'chargeId', t.charge_id, 'app', t.app)), '[]')
        from charge_attempts t where t.account_id = a.id and t.source = 'promptpay' and t.check_at is not null
          and t.charge_id is not null) as qrs
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r("orderId" text, "cardId" text)
      join orders o on o.id = r."orderId" join accounts a on a.id = o.account_id join payments p on p.order_id = o.id
      left join bank_accounts b on b.account_id = a.id and b.status = 'linked' and ${BY_BANK_ACCOUNT}
      left join cards c on c.account_id = a.id and not (${BY_BANK_ACCOUNT}) and
        case when r."cardId" is null then c.is_default else c.id = r."cardId" end`,
  );
}

// A unique index allows one open attempt per order. An attempt whose id is not returned was not written.
const INSERT = `insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount,
    card_id, bank_account_id, token_hash, network, created_at, sent_at, requested_at)
  select n.id, n."orderId", n."accountId", n."attemptNo", 'card', n.trigger, 'sent', n.amount, n."cardId",
    n."bankAccountId", n."tokenHash", n.network, $2::timestamptz, $2::timestamptz, $3::timestamptz
  from jsonb_to_recordset($1::jsonb) as n(id text, "orderId" text, "accountId" text, "attemptNo" int, trigger text,
    amount bigint, "cardId" text, "bankAccountId" text, "tokenHash" text, network text)
  on conflict do nothing returning id`;
const insertedRow = z.object({ id: z.string() });

/**
 * Writes attempts with the status `sent`, in the caller's transaction. The caller must hold the locks of the
 * subscriptions. Writes no attempt for an order that has an open attempt or a live QR code that was not read.
 * If the card or the bank account must not be charged, the attempt has a `refusal`: a hard decline, a dispute, too many
 * declines (billing run only), or no bank account.
 * @returns the written attempts, and the orders whose QR codes must be read first
 */
export async function writeAttempts(
  tx: Tx,
  now: Date,
  requests: readonly AttemptRequest[],
  qrsRead: QrsRead,
): Promise<{ written: WrittenAttempt[]; unread: { orderId: string; qrs: LiveQr[] }[] }> {
  if (requests.length === 0) return { written: [], unread: [] };
  const requestOf = new Map(requests.map((request) => [request.orderId, request]));
  const found = (await loadFacts(tx, requests)).flatMap((facts) => {
    const request = requestOf.get(facts.orderId);
    return request ? [{ facts, request, qrs: unreadOf(facts.qrs, qrsRead) }] : [];
  });
  if (found.length < requests.length) throw new Error('the order of an attempt does not exist');
  const ready = found.filter(({ qrs }) => qrs.length === 0);
  const atLimit = await listCardsAtLimit(
    tx,
    ready.flatMap(({ facts: { card }, request }) =>
      card && COUNTS_AS_RETRY[request.trigger] ? card.fingerprint : [],
    ),
  );
  const drafts: { row: object; attempt: WrittenAttempt }[] = [];
  for (const { facts, request } of ready) {
    const refusal = refusalOf(facts, request, atLimit);
    // The tries of a repair link count for the link only, so that a stranger cannot block the owner's card.
    if (!refusal && facts.card && !facts.card.forOnce && !COUNTS_AS_RETRY[request.trigger])
      await countCharge(tx, facts.card.fingerprint);
    drafts.push(draft(facts, request, refusal));
  }
  const params = [JSON.stringify(drafts.map(({ row }) => row)), now.toISOString(), systemNow().toISOString()];
  const rows = drafts.length === 0 ? [] : await queryRows(tx, insertedRow, { text: INSERT, params });
  const ids = new Set(rows.map(({ id }) => id));
  return {
    written: drafts.flatMap(({ attempt }) => (ids.has(attempt.attemptId) ? attempt : [])),
    unread: found.flatMap(({ facts, qrs }) => (qrs.length > 0 ? { orderId: facts.orderId, qrs } : [])),
  };
}

/**
 * Writes an attempt that a subscriber requested, by the rules of `writeAttempts`. Must run inside
 * `withQrsRead`.
 * @throws AppError PAYMENT_PENDING while another attempt of the order is open, THROTTLED if the card was
 *   declined too often
 * @throws QrsUnreadError
 */
export async function writeAttempt(
  tx: Tx,
  now: Date,
  { qrsRead, ...request }: AttemptRequest & { qrsRead: QrsRead },
): Promise<WrittenAttempt> {
  const { written, unread } = await writeAttempts(tx, now, [request], qrsRead);
  if (unread.length > 0) throw new QrsUnreadError(unread.flatMap(({ qrs }) => qrs));
  if (!written[0]) throw new AppError('PAYMENT_PENDING');
  return written[0];
}

/** Returns the reason for not charging the card or the bank account; null if no rule prevents the charge. */
function refusalOf(
  { isHeld, card, byBankAccount, bankAccount }: AttemptFacts,
  { trigger }: AttemptRequest,
  atLimit: ReadonlySet<string>,
): DeclineReason | null {
  if (isHeld) return 'disputed';
  if (byBankAccount) return bankAccount ? bankAccount.hardDecline : 'no_bank_account';
  if (!card) return null;
  if (card.hardDecline) return card.hardDecline;
  return COUNTS_AS_RETRY[trigger] && atLimit.has(card.fingerprint) ? 'card_limit' : null;
}

function draft(
  { orderId, accountId, amount, made, card, bankAccount, customerId, locale }: AttemptFacts,
  { trigger, tokenHash, network, returnPath }: AttemptRequest,
  refusal: DeclineReason | null,
): { row: object; attempt: WrittenAttempt } {
  const id = newId('attempt');
  const charged = card ? { cardId: card.id, network } : { bankAccountId: bankAccount?.id };
  const row = { id, orderId, accountId, attemptNo: made + 1, trigger, amount, ...charged, tokenHash };
  const attempt = { attemptId: id, accountId, orderId, request: null };
  if (refusal) return { row, attempt: { ...attempt, refusal } };
  const means = card
    ? { cardId: card.omiseCardId }
    : bankAccount?.linkedAccountId && { linkedAccountId: bankAccount.linkedAccountId };
  if (!means || !customerId) return { row, attempt };
  const initiator = COUNTS_AS_RETRY[trigger] ? 'merchant' : 'customer';
  const returnUri = siteUrl(locale, returnPath);
  const about = { attemptId: id, orderId, accountId, amount, customerId, ...means };
  return { row, attempt: { ...attempt, request: { ...about, returnUri, initiator } } };
}
