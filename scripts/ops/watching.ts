import { isDay, startOfDay } from '@/domain/day';
import { findViolationsAtOnce } from '@/server/work/invariants/check-invariants';
import { INVARIANTS } from '@/server/work/invariants/invariants';
import { dismissStuck } from '@/server/desk/acts/dismiss';
import { retryFailedRow } from '@/server/desk/acts/retry-failed-row';
import { moveFreeProduct } from '@/server/desk/acts/free-product';
import { baht, OperatorRefusal } from '@/server/desk/acts/operator';
import { listStuck, type StuckGroup, type StuckList, type StuckRow } from '@/server/desk/acts/stuck';
import { showTimeline } from '@/server/desk/acts/timeline';
import { recoverLedger } from '@/server/desk/acts/recover';
import { readPayouts } from '@/server/money/payouts/read-payouts';
import { reconcileNow } from '@/server/money/reconciliation/reconcile';
import { rebuildNumbers } from '@/server/desk/numbers/roll-up';
import { bangkok, columns, done, textOf, UsageError, type Command, type Values } from './command';

const SECTIONS = {
  unknownAttempts: 'Charges whose outcome is not known',
  money: 'Duplicate, late and orphan money that has not gone back',
  disputes: 'Disputed payments to decide about: `dispute`',
  manualRefunds: 'Refunds to be made by hand',
  askedRefunds: 'Refunds that the support asks an owner for',
  openRefunds: 'Refunds that are not certain after an hour',
  unknownRefunds: 'Charges of which more was refunded than came in',
  transfers: 'Transfers that were not booked',
  messages: 'Messages that were not sent',
  emails: 'Subscribers whom no message reaches',
  parcels: 'Parcels to look after: `parcel`',
  jobs: 'Jobs that keep failing',
  failedRows: 'Rows of due work that keep failing: `retry`',
  events: "The gateway's events that nobody has settled",
} as const satisfies Record<StuckGroup, string>;

const rowOf = ({ id, since, about, amount, orderId, accountId }: StuckRow) => [
  id,
  bangkok(since),
  amount === null ? '' : baht(amount),
  about,
  orderId ?? accountId ?? '',
];

function sayStuck(stuck: StuckList): string {
  const lines: string[] = [];
  for (const [key, title] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const rows = stuck[key];
    if (rows.length > 0) lines.push(`${title}: ${rows.length}`, columns(rows.map(rowOf)));
  }
  const { violatedInvariants, billingPausedSince, reconciledAt } = stuck;
  if (violatedInvariants.length > 0)
    lines.push('Violated invariants:', columns(violatedInvariants.map((name) => [name])));
  if (billingPausedSince !== null) lines.push(`Billing is paused since ${bangkok(billingPausedSince)}.`);
  if (lines.length === 0) lines.push('Nothing is stuck.');
  const compared = reconciledAt === null ? 'never yet' : bangkok(reconciledAt);
  return [...lines, `Compared with the gateway's list: ${compared}.`].join('\n');
}

export const stuckCommand: Command = {
  usage: '',
  about: 'lists everything that waits for a person, or has waited too long',
  options: {},
  words: [0, 0],
  run: async (ctx) => {
    const stuck = await listStuck(ctx);
    return done(stuck, sayStuck(stuck));
  },
};

export const retryCommand: Command = {
  usage: '<id>',
  about: 'tries a row of due work that keeps failing again in the next run',
  options: {},
  words: [1, 1],
  run: async (ctx, [id = '']) => {
    const answer = await retryFailedRow(ctx, id);
    return done(answer, `${id} is tried again in the next billing run.`);
  },
};

export const dismissCommand: Command = {
  usage: '<id> --why <text>',
  about: 'ends an entry of `stuck` that was dealt with outside; a refund to be made by hand is withdrawn',
  options: { why: { type: 'string' } },
  words: [1, 1],
  run: async (ctx, [id = ''], values) => {
    const answer = await dismissStuck(ctx, { id, why: textOf(values, 'why') ?? '' });
    return done(answer, `${id} is off the list.`);
  },
};

export const timelineCommand: Command = {
  usage: '<email|accountId|orderId>',
  about: 'shows what happened to a subscriber or one order, in order of time',
  options: {},
  words: [1, 1],
  run: async (ctx, [who = '']) => {
    const timeline = await showTimeline(ctx, who);
    const rows = timeline.entries.map(({ at, what, id, amount, detail }) => [
      bangkok(at),
      what,
      amount === null ? '' : what.startsWith('points.') ? `${amount} points` : baht(amount),
      id,
      detail ?? '',
    ]);
    return done(timeline, `${timeline.accountId}, Bangkok time\n${columns(rows)}`);
  },
};

export const moveFreeProductCommand: Command = {
  usage: '<orderId>',
  about: "moves a skipped order's free product to the next upcoming order without one",
  options: {},
  words: [1, 1],
  run: async (ctx, [orderId = '']) => {
    const { product, from, to } = await moveFreeProduct(ctx, orderId);
    const text = `${product}: from ${from.orderId} (${from.paymentDate}) to ${to.orderId} (${to.paymentDate}).`;
    return done({ product, from, to }, text);
  },
};

/** Returns the start of the day that `--since` names, if it is given. */
function sinceOf(values: Values): Date | undefined {
  const since = textOf(values, 'since');
  if (since === undefined) return undefined;
  if (!isDay(since)) throw new UsageError(`--since ${since} is no day, such as 2026-11-20.`);
  return startOfDay(since);
}

export const reconcileCommand: Command = {
  usage: '[--since <day>]',
  about:
    "compares the gateway's charges (of the last month without --since) and payouts with the database now",
  options: { since: { type: 'string' } },
  words: [0, 0],
  run: async (ctx, _words, values) => {
    const state = await reconcileNow(ctx, sinceOf(values));
    if (!state) throw new OperatorRefusal('reconciliationRuns');
    const isWhole = state.startedAt === null;
    const text = `${state.read} charges read, ${state.found} missing charges or refunds recorded, ${state.failed} failed.`;
    const rest = isWhole ? '' : ' The list was not read to its end. The worker continues.';
    const payouts = await readPayouts(ctx.db, ctx.operator);
    const differs =
      payouts === null || payouts.problem !== null
        ? 'The payouts were not read. The worker reads them tonight.'
        : `Payouts read, ${payouts.differences} differences open.`;
    return {
      data: { ...state, payouts },
      text: `${text}${rest}\n${differs}`,
      code: isWhole && state.failed === 0 ? 0 : 1,
    };
  },
};

export const recoverCommand: Command = {
  usage: '[--since <day>]',
  about: 'after a failover that may have lost writes: pauses billing, reconciles, checks invariants, resumes',
  options: { since: { type: 'string' } },
  words: [0, 0],
  run: async (ctx, _words, values) => {
    const since = sinceOf(values);
    const recovered = await recoverLedger(ctx, since);
    const { read, found, complete, violated, resumed } = recovered;
    const text = [
      `${read} charges read, ${found} missing charges or refunds recorded.`,
      ...(complete ? [] : ['Some charges could not be settled, or the list was not read to its end.']),
      ...violated.map((name) => `Violated: ${name}`),
      resumed ? 'Billing is running.' : 'Billing stays paused.',
    ].join('\n');
    return { data: recovered, text, code: resumed ? 0 : 1 };
  },
};

export const invariantsCommand: Command = {
  usage: '',
  about: 'checks all invariants now',
  options: {},
  words: [0, 0],
  run: async () => {
    const violations = await findViolationsAtOnce();
    const rows = violations.flatMap(({ name, ids }) => [[name, ids.join(' ')]]);
    const text =
      rows.length === 0
        ? `All ${INVARIANTS.length} invariants hold.`
        : `Violated invariants:\n${columns(rows)}`;
    const data = { asked: INVARIANTS.length, violations };
    return { data, text, code: rows.length === 0 ? 0 : 1 };
  },
};

export const numbersCommand: Command = {
  usage: '',
  about: 'computes the figures of the desk again, every month from its rows',
  options: {},
  words: [0, 0],
  run: async (ctx) => {
    const months = await rebuildNumbers(ctx);
    return done({ months }, `${months.length} months computed.`);
  },
};
