import type { Day } from '@/domain/day';
import { UNDO_PREFIXES, type LineUndo } from '@/domain/order-link';
import { message, type OrderPayload } from './message';
import { TapActions } from './one-tap';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_NEXT_DAY, PREVIEW_OF_ORDER } from './preview-data';
import type { Wording } from './wording';

/**
 * The answer to a button that was tapped in LINE. `result`: what happened; `movedTo`: the new payment date of the
 * order after a move. `nextDate`: the next payment date of the subscription; null without one.
 */
interface Payload extends OrderPayload {
  action: 'skip' | 'move' | 'box' | LineUndo;
  result: 'done' | 'too_late' | 'not_possible';
  paymentDate: Day;
  movedTo: Day | null;
  nextDate?: Day | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  action: 'skip',
  result: 'done',
  paymentDate: PREVIEW_DAY,
  movedTo: null,
  nextDate: PREVIEW_NEXT_DAY,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Answers a button that was tapped in LINE: what changed, how it is undone, or what to do instead. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: (payload, wording) => {
    const { subject, text } = textsOf(payload, wording);
    return { subject, preheader: text, heading: subject };
  },
  body: (payload, wording) => {
    const { say } = wording;
    const { orderId, action, result, accountUrl } = payload;
    const undone =
      result !== 'done' ? null : action === 'skip' ? 'unskip' : action === 'move' ? 'unmove' : null;
    return (
      <>
        <Paragraph>{textsOf(payload, wording).text}</Paragraph>
        {undone && (
          <TapActions
            actions={[
              {
                href: accountUrl,
                label: say(`emails.orderAction.${undone}`),
                data: `${UNDO_PREFIXES[undone]}${orderId}`,
              },
            ]}
          />
        )}
        <Button href={accountUrl} label={say('emails.openAccount')} />
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'nothing planned': { ...PREVIEW, nextDate: null },
    unskipped: { ...PREVIEW, action: 'unskip' },
    'moved back': { ...PREVIEW, action: 'unmove' },
    moved: { ...PREVIEW, action: 'move', movedTo: PREVIEW_NEXT_DAY },
    'too late': { ...PREVIEW, result: 'too_late' },
    'not possible': { ...PREVIEW, action: 'move', result: 'not_possible' },
  },
});

function textsOf(
  { action, result, ...dates }: Payload,
  { say, day }: Wording,
): { subject: string; text: string } {
  const date = day(dates.paymentDate);
  if (result === 'too_late' || result === 'not_possible') {
    const text = result === 'too_late' ? 'emails.orderAction.tooLate' : 'emails.orderAction.notPossible';
    return { subject: say('emails.orderAction.notDone', { date }), text: say(text, { date }) };
  }
  if (action === 'unskip' || action === 'unmove')
    return {
      subject: say(action === 'unskip' ? 'emails.orderAction.unskipped' : 'emails.orderAction.unmoved', {
        date,
      }),
      text: say('emails.orderAction.onDate', { date }),
    };
  if (action === 'move' && dates.movedTo)
    return {
      subject: say('emails.orderAction.moved', { date: day(dates.movedTo) }),
      text: say('emails.orderAction.later'),
    };
  return {
    subject: say('emails.orderAction.skipped', { date }),
    text: dates.nextDate
      ? say('emails.orderAction.next', { date: day(dates.nextDate) })
      : say('emails.orderAction.noCharge'),
  };
}
