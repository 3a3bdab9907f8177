import { parseDay, type Day } from '@/domain/day';
import { message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';

/**
 * `boxComingBy`: the latest delivery day of a paid box; null when no box is being delivered. `erasedAfter`:
 * the last day on which an unpaid registration is stored; missing in older messages.
 */
interface Payload extends AnyPayload {
  boxComingBy: Day | null;
  points: number;
  erasedAfter?: Day | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  boxComingBy: parseDay('2026-11-25'),
  points: 33,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Confirms a cancellation: what ends, what is still delivered, and how to reactivate. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: ({ erasedAfter }, { say }) => ({
    subject: say('emails.subscriptionCancelled.subject'),
    preheader: say(`emails.subscriptionCancelled.${erasedAfter ? 'preheaderUnpaid' : 'preheader'}`),
    heading: say('emails.subscriptionCancelled.heading'),
  }),
  body: (payload, { say, day }) => {
    const { boxComingBy, points, erasedAfter } = payload;
    return (
      <>
        <Paragraph>{say('emails.subscriptionCancelled.intro')}</Paragraph>
        <Paragraph>
          {erasedAfter
            ? say('emails.subscriptionCancelled.backUnpaid', { date: day(erasedAfter) })
            : say('emails.subscriptionCancelled.back')}
        </Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
        {boxComingBy !== null && (
          <Paragraph>{say('emails.subscriptionCancelled.box', { date: day(boxComingBy) })}</Paragraph>
        )}
        {points > 0 && <Paragraph>{say('emails.subscriptionCancelled.points', { count: points })}</Paragraph>}
        <Paragraph>{say('emails.subscriptionCancelled.returned')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'nothing left': { ...PREVIEW, boxComingBy: null, points: 0 },
    unpaid: { ...PREVIEW, boxComingBy: null, points: 0, erasedAfter: parseDay('2026-11-30') },
  },
});
