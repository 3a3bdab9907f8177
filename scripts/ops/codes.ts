import { isDay, type Day } from '@/domain/day';
import type { CodeDiscount } from '@/domain/referral';
import { createCode, endCode, listCodes, type CodeRow } from '@/server/desk/acts/codes';
import { baht } from '@/server/desk/acts/operator';
import { satangOf } from '@/domain/money';
import { columns, done, textOf, UsageError, type Command, type Values } from './command';

const HEADER = ['code', 'discount', 'from', 'until', 'uses', 'state'];

const cellsOf = ({ code, discount, from, until, uses, usesMax, state }: CodeRow): string[] => [
  code,
  discount.kind === 'percent' ? `${discount.value} %` : baht(discount.value),
  from,
  until ?? 'no end',
  usesMax === null ? `${uses}` : `${uses} of ${usesMax}`,
  state.replace('_', ' '),
];

function discountOf(values: Values): CodeDiscount {
  const [percent, amount] = [textOf(values, 'percent'), textOf(values, 'amount')];
  if ((percent === undefined) === (amount === undefined))
    throw new UsageError('Give either --percent or --amount.');
  if (percent !== undefined) return { kind: 'percent', value: wholeOf('percent', percent) };
  const value = satangOf(amount ?? '');
  if (value === null) throw new UsageError(`--amount ${amount} is no amount in baht, such as 100.`);
  return { kind: 'amount', value };
}

function wholeOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} ${text} is no whole number.`);
  return Number(text);
}

function dayIn(values: Values, name: string): Day | null {
  const text = textOf(values, name);
  if (text === undefined) return null;
  if (!isDay(text)) throw new UsageError(`--${name} ${text} is no day, such as 2026-11-20.`);
  return text;
}

export const codeCommand: Command = {
  usage:
    'list | create <code> (--percent <1-100> | --amount <baht>) [--from <day>] [--until <day>] [--uses <n>] | end <code>',
  about: 'lists, creates or ends discount codes; each counts for the first order of a registration',
  options: {
    percent: { type: 'string' },
    amount: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    uses: { type: 'string' },
  },
  words: [1, 2],
  run: async (ctx, [act = '', code], values) => {
    if (act === 'list' && code === undefined) {
      const codes = await listCodes(ctx);
      const text =
        codes.length === 0 ? 'There is no discount code.' : columns([HEADER, ...codes.map(cellsOf)]);
      return done({ codes }, text);
    }
    if (!['create', 'end'].includes(act)) throw new UsageError(`\`code ${act}\` is no command.`);
    if (code === undefined) throw new UsageError('The code is missing.');
    const uses = textOf(values, 'uses');
    const row =
      act === 'end'
        ? await endCode(ctx, code)
        : await createCode(ctx, {
            code,
            discount: discountOf(values),
            from: dayIn(values, 'from'),
            until: dayIn(values, 'until'),
            usesMax: uses === undefined ? null : wholeOf('uses', uses),
          });
    return done(row, columns([HEADER, cellsOf(row)]));
  },
};
