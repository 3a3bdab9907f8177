import type { Day } from '@/domain/day';
import { message, type OrderPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_NEXT_DAY, PREVIEW_OF_ORDER } from './preview-data';
import type { Wording } from './wording';

/**
 * The answer to a button that was tapped in LINE. `result`: what happened; `movedTo`: the new payment date of the
 * order after a move.
 */
interface Payload extends OrderPayload {
  action: 'skip' | 'move' | 'box';
  result: 'done' | 'too_late' | 'not_possible';
  paymentDate: Day;
  movedTo: Day | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  action: 'skip',
  result: 'done',
  paymentDate: PREVIEW_DAY,
  movedTo: null,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Answers a button that was tapped in LINE: what changed, or what to do instead. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: (payload, wording) => {
    const subject = wording.say(
      payload.result === 'done' ? 'emails.orderAction.done' : 'emails.orderAction.notDone',
    );
    return { subject, preheader: textOf(payload, wording), heading: subject };
  },
  body: (payload, wording) => {
    const { say } = wording;
    const text = textOf(payload, wording);
    return (
      <>
        <Paragraph>{text}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    moved: { ...PREVIEW, action: 'move', movedTo: PREVIEW_NEXT_DAY },
    'too late': { ...PREVIEW, result: 'too_late' },
    'not possible': { ...PREVIEW, action: 'move', result: 'not_possible' },
  },
});

function textOf({ action, result, paymentDate, movedTo }: Payload, { say, day }: Wording): string {
  const date = day(paymentDate);
  if (result === 'too_late') return say('emails.orderAction.tooLate', { date });
  if (result === 'not_possible') return say('emails.orderAction.notPossible', { date });
  if (action === 'move' && movedTo) return say('emails.orderAction.moved', { date: day(movedTo) });
  return say('emails.orderAction.skipped', { date });
}
