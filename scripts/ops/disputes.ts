import { DISPUTE_DECISIONS } from '@/domain/dispute';
import { correctDispute } from '@/server/desk/acts/correct-dispute';
import { decideDispute, type DisputeResult } from '@/server/desk/acts/dispute';
import { baht } from '@/server/desk/acts/operator';
import { done, textOf, UsageError, type Command } from './command';

const CHARGING: Record<DisputeResult['charging'], string> = {
  held: 'No card of the account is charged until you decide.',
  stopped: 'No card of the account is charged.',
  allowed: 'Cards of the account may be charged again.',
};

export const disputeCommand: Command = {
  usage: '<disputeId|orderId> allow | stop | lost | corrected --why <text>',
  about:
    'decides about a disputed or reversed payment: charge the account again, keep it stopped, book it as lost, or ' +
    'correct the books of a loss that the gateway then reported as won',
  options: { why: { type: 'string' } },
  words: [2, 2],
  run: async (ctx, [target = '', word = ''], values) => {
    const why = textOf(values, 'why') ?? '';
    if (word === 'corrected') return correct(ctx, target, why);
    const decision = DISPUTE_DECISIONS.find((one) => one === word);
    if (!decision)
      throw new UsageError(`${word} is none of ${[...DISPUTE_DECISIONS, 'corrected'].join(', ')}.`);
    const answer = await decideDispute(ctx, { target, decision, why });
    const { disputeId, status, charging, booked, resumed } = answer;
    const text = [
      `${disputeId}  ${baht(answer.amount)}  ${status}`,
      CHARGING[charging],
      ...(booked > 0 ? [`${baht(booked)} booked as refunded.`] : []),
      ...(decision === 'lost' && booked < answer.amount
        ? [
            `${baht(answer.amount - booked)} was refunded before and has gone back twice: show it to the bank.`,
          ]
        : []),
      ...(resumed > 0 ? [`Payments due again: ${resumed}.`] : []),
    ].join('\n');
    return done(answer, text);
  },
};

async function correct(ctx: Parameters<Command['run']>[0], target: string, why: string) {
  const answer = await correctDispute(ctx, { target, why });
  const { disputeId, amount, points, referrerPoints } = answer;
  const text = `${disputeId}  ${baht(amount)} paid again, points given back: ${points + referrerPoints}.`;
  return done(answer, text);
}
