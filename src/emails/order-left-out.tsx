import type { Day } from '@/domain/day';
import { isPaid, message, type OrderPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_NEXT_DAY, PREVIEW_OF_ORDER } from './preview-data';

/**
 * An order was ended without a payment, because a newer order began. `why`: it was never charged ('missed'), or its
 * payment was still open ('replaced'). `nextDate`: the payment date of the newer order.
 */
interface Payload extends OrderPayload {
  why: 'missed' | 'replaced';
  paymentDate: Day;
  nextDate: Day;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  why: 'missed',
  paymentDate: PREVIEW_DAY,
  nextDate: PREVIEW_NEXT_DAY,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Reports an order that is neither charged nor sent, because a newer order has begun. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  isObsolete: (_, { order }) => isPaid(order),
  head: (payload, { say, day }) => {
    const dates = { date: day(payload.paymentDate), next: day(payload.nextDate) };
    const subject = say('emails.orderLeftOut.subject', dates);
    return { subject, preheader: say('emails.orderLeftOut.next', dates), heading: subject };
  },
  body: (payload, { say, day }) => {
    const dates = { date: day(payload.paymentDate), next: day(payload.nextDate) };
    return (
      <>
        <Paragraph>{say(`emails.orderLeftOut.${payload.why}`, dates)}</Paragraph>
        <Paragraph>{say('emails.orderLeftOut.next', dates)}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      </>
    );
  },
  previews: { preview: PREVIEW, replaced: { ...PREVIEW, why: 'replaced' } },
});
