import type { Frequency } from '@/domain/subscription';
import { message, type AnyPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { Wording } from './wording';

export type ChangedThing = 'address' | 'box' | 'frequency' | 'payment_day' | 'person' | 'email';

/** The staff changed something that the subscriber asked for. It has only what the change is about. */
interface Payload extends AnyPayload {
  what: ChangedThing;
  accountUrl: string;
  place?: string;
  frequency?: Frequency;
  paymentDay?: number;
  /** The last four digits of the phone number. */
  phoneEnd?: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  what: 'address',
  accountUrl: PREVIEW_ACCOUNT_URL,
  place: '44/2 Huay Kaew Road, Suthep, Mueang Chiang Mai, Chiang Mai 50200',
};

/** Reports a change that the staff made for a subscriber, so that nobody else can ask for one unseen. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  address: 'place',
  head: ({ what }, { say }) => ({
    subject: say('emails.changedForYou.subject'),
    preheader: say(`emails.changedForYou.what.${what}`),
    heading: say(`emails.changedForYou.what.${what}`),
  }),
  body: (payload, { say }) => {
    const value = valueOf(payload, say);
    return (
      <>
        {value !== null && (
          <Highlight label={say(`emails.changedForYou.label.${payload.what}`)} value={value} />
        )}
        <Paragraph>{say(`emails.changedForYou.text.${payload.what}`)}</Paragraph>
        <Paragraph>{say('emails.changedForYou.notYou')}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    box: { ...PREVIEW, what: 'box', place: undefined },
    frequency: { ...PREVIEW, what: 'frequency', place: undefined, frequency: 2 },
    'payment day': { ...PREVIEW, what: 'payment_day', place: undefined, paymentDay: 5 },
    person: { ...PREVIEW, what: 'person', place: undefined, phoneEnd: '5678' },
    email: { ...PREVIEW, what: 'email', place: undefined },
  },
});

function valueOf({ place, frequency, paymentDay, phoneEnd }: Payload, say: Wording['say']): string | null {
  if (frequency !== undefined) return say(`common.perMonths${frequency}`);
  if (paymentDay !== undefined) return say('common.dayOfMonth', { day: paymentDay });
  if (phoneEnd !== undefined) return say('emails.changedForYou.phone', { end: phoneEnd });
  return place ?? null;
}
