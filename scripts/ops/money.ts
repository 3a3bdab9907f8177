import { isBooked } from '@/domain/payment';
import { isDay } from '@/domain/day';
import { baht } from '@/server/desk/acts/operator';
import { satangOf } from '@/domain/money';
import { confirmRefund, refund, type RefundResult } from '@/server/desk/acts/refund';
import { confirmTransfer } from '@/server/desk/acts/confirm-transfer';
import { importStatement, type ImportedLine } from '@/server/desk/acts/import-statement';
import { readSource } from './source';
import { bangkok, columns, done, textOf, UsageError, type Command, type Said, type Values } from './command';

/** Returns the option `--amount` in satang, or null if it is not given. */
export function amountOf(values: Values): number | null {
  const text = textOf(values, 'amount');
  if (text === undefined) return null;
  const amount = satangOf(text);
  if (amount === null || amount === 0)
    throw new UsageError(`--amount ${text} is no amount in baht, such as 375.25.`);
  return amount;
}

const VERDICTS = {
  matched: (expected: string) => `Booked: the order is paid (${expected} were due).`,
  duplicate: () => 'Booked, and to be sent back by hand: the order was paid already. See `stuck`.',
  returned: () => 'To be sent back by hand: the staff decided so. See `stuck`.',
  late: () => 'Booked, and to be sent back by hand: the order is not owed any more. See `stuck`.',
  wrong_amount: (expected: string) => `Not booked: ${expected} are due. It is on the list of \`stuck\`.`,
  wrong_date: () =>
    'Not booked: on that day there was no link to pay yet, or the day is to come. It is on the list of `stuck`.',
  doubtful: () => 'Not booked: it may be a transfer that is booked already. It is on the list of `stuck`.',
  unknown_reference: () => 'Not booked: nothing goes by this reference. It is on the list of `stuck`.',
};

export const confirmTransferCommand: Command = {
  usage: '<reference|orderId> --amount <baht> [--date <day>] [--line <bank’s line id|transferId>]',
  about: 'books a bank transfer that you have seen on the account; the amount must be the one that is due',
  options: { amount: { type: 'string' }, date: { type: 'string' }, line: { type: 'string' } },
  words: [1, 1],
  run: async (ctx, [target = ''], values) => {
    const amount = amountOf(values);
    if (amount === null) throw new UsageError('--amount is missing: what the statement says, in baht.');
    const day = textOf(values, 'date') ?? null;
    if (day !== null && !isDay(day)) throw new UsageError(`--date ${day} is no day, such as 2026-11-20.`);
    const line = textOf(values, 'line') ?? null;
    const booked = await confirmTransfer(ctx, { target, amount, paidOn: day, line });
    const expected = booked.expected === null ? 'nothing' : baht(booked.expected);
    const isKnown = booked.alreadyBooked && isBooked(booked.status);
    const verdict = isKnown
      ? `Nothing changed: this transfer was booked before (${booked.status}).`
      : VERDICTS[booked.status](expected);
    const about = `${baht(amount)} on ${booked.paidOn}, "${booked.reference}"${booked.orderId ? `, ${booked.orderId}` : ''}`;
    const isFine = isKnown || booked.status === 'matched';
    return { data: booked, text: `${about}\n${verdict}`, code: isFine ? 0 : 2 };
  },
};

function listLines(title: string, lines: ImportedLine[]): string {
  if (lines.length === 0) return `${title}: none`;
  const rows = lines.map(({ row, paidOn, amount, reference, status, orderId, expected }) => [
    `line ${row}`,
    paidOn,
    baht(amount),
    `"${reference}"`,
    status,
    orderId ?? '',
    expected !== null && expected !== amount ? `due: ${baht(expected)}` : '',
  ]);
  return `${title}: ${lines.length}\n${columns(rows)}`;
}

export const importStatementCommand: Command = {
  usage: '<file|url>',
  about: "books the bank's statement (CSV), each line once; what doesn't match is listed, never guessed",
  options: {},
  words: [1, 1],
  run: async (ctx, [source = '']) => {
    const answer = await importStatement(ctx, await readSource(source));
    const unreadable = answer.unreadable.map(({ row, text }) => [`line ${row}`, text]);
    const text = [
      listLines('Matched', answer.matched),
      listLines('Booked, to be sent back by hand', answer.toSendBack),
      listLines('Mismatched, not booked', answer.mismatched),
      listLines('Unknown, not booked', answer.unknown),
      ...(answer.doubtful.length > 0
        ? [listLines('Doubtful, not booked: maybe one that is booked already', answer.doubtful)]
        : []),
      `Known from before: ${answer.alreadyBooked.length}`,
      ...(answer.others > 0 ? [`Without money coming in: ${answer.others}`] : []),
      ...(unreadable.length > 0
        ? [`Unreadable, passed over: ${unreadable.length}\n${columns(unreadable)}`]
        : []),
    ].join('\n');
    return { data: answer, text, code: unreadable.length > 0 ? 1 : 0 };
  },
};

const REFUND_WORDS: Record<RefundResult['status'], string> = {
  succeeded: 'It went back.',
  manual: 'The gateway can’t give it back: send it by hand, then `confirm-refund`.',
  unknown:
    'The gateway’s answer was lost: the worker looks it up. Don’t ask again; see `stuck` or `timeline`.',
  sent: 'The gateway’s answer was lost: the worker looks it up. Don’t ask again; see `stuck` or `timeline`.',
  created: 'The gateway is away: the worker sends it as soon as it answers. Don’t ask again.',
  failed: 'It failed.',
  corrected: 'The bank gave it back: it was corrected.',
};

/** Returns the option `--refunded` in satang; undefined if it is not given. */
export function refundedOf(values: Values): number | undefined {
  const text = textOf(values, 'refunded');
  if (text === undefined) return undefined;
  const amount = satangOf(text);
  if (amount === null) throw new UsageError(`--refunded ${text} is no amount in baht, such as 100.`);
  return amount;
}

/** Returns the text about a refund and the next step of the operator. */
export function sayRefund(answer: RefundResult): Said {
  const byHand = answer.provider === 'bank';
  const words = byHand
    ? 'It came by bank transfer: send it back by hand, then `confirm-refund`.'
    : REFUND_WORDS[answer.status];
  const text = `${answer.refundId}  ${baht(answer.amount)}  ${answer.status}\n${words} Left: ${baht(answer.left)}.`;
  return { data: answer, text, code: answer.status === 'succeeded' || byHand ? 0 : 1 };
}

export const refundCommand: Command = {
  usage: '<orderId|moneyId> [--amount <baht> [--refunded <baht that you saw refunded>]]',
  about: 'gives an order back, or money that no order could keep; all of it unless an amount is given',
  options: { amount: { type: 'string' }, refunded: { type: 'string' } },
  words: [1, 1],
  run: async (ctx, [target = ''], values) =>
    sayRefund(await refund(ctx, { target, amount: amountOf(values), refunded: refundedOf(values) })),
};

export const confirmRefundCommand: Command = {
  usage: '<refundId> [--reference <text>]',
  about: 'notes that you have made a refund by hand that the machine could not make',
  options: { reference: { type: 'string' } },
  words: [1, 1],
  run: async (ctx, [refundId = ''], { reference }) => {
    const answer = await confirmRefund(ctx, refundId, typeof reference === 'string' ? reference : null);
    return done(answer, `${refundId}  ${baht(answer.amount)}  noted at ${bangkok(ctx.now.toISOString())}.`);
  },
};
