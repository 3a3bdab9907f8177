import { cardExpiresOn } from '@/domain/card';
import { parseDay, type Day } from '@/domain/day';
import { expiryText } from '@/locales/format';
import { message, type AnyPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_NEXT_DAY } from './preview-data';

interface Payload extends AnyPayload {
  brand: string;
  lastDigits: string;
  expiryMonth: number;
  expiryYear: number;
  expired: boolean;
  paymentDate: Day | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  brand: 'Visa',
  lastDigits: '4242',
  expiryMonth: 11,
  expiryYear: 2026,
  expired: false,
  paymentDate: PREVIEW_NEXT_DAY,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Warns the subscriber that the default card expires soon or has expired. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: ({ expired, brand, lastDigits, ...card }, { say }) => ({
    subject: say(expired ? 'emails.cardExpiring.subjectExpired' : 'emails.cardExpiring.subject', {
      card: say('emails.card', { brand, lastDigits }),
      expiry: expiryText(card),
    }),
    preheader: say('emails.cardExpiring.preheader'),
    heading: say(expired ? 'emails.cardExpiring.headingExpired' : 'emails.cardExpiring.heading'),
  }),
  body: (payload, { say, day }) => {
    const { brand, lastDigits, expired, paymentDate } = payload;
    return (
      <>
        <Highlight
          label={say('emails.card', { brand, lastDigits })}
          value={expiryText(payload)}
          note={say(expired ? 'emails.cardExpiring.expiryPast' : 'emails.cardExpiring.expiry')}
        />
        <Paragraph>
          {paymentDate === null
            ? say('emails.cardExpiring.anyTime')
            : say(worksThen(payload, paymentDate), { date: day(paymentDate) })}
        </Paragraph>
        <Button href={payload.accountUrl} label={say('emails.cardExpiring.button')} />
        <Paragraph small>{say('emails.cardExpiring.untouched')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    expired: { ...PREVIEW, expired: true, paymentDate: null },
    'still works': { ...PREVIEW, paymentDate: parseDay('2026-11-30') },
  },
});

function worksThen(card: Payload, paymentDate: Day) {
  const works = !card.expired && paymentDate <= cardExpiresOn(card);
  return works ? 'emails.cardExpiring.stillWorks' : 'emails.cardExpiring.before';
}
