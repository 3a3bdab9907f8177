import { parseDay, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { Facts } from './facts';
import { headOf, message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';

/**
 * A higher price of the box with delivery. `firstDate`: the first payment date with the new total. Totals are in
 * satang.
 */
interface Payload extends AnyPayload {
  firstDate: Day;
  oldTotal: Satang;
  newTotal: Satang;
  accountUrl: string;
}

/** Announces a higher price: old and new total, the first payment date, and how to change or cancel. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: headOf('priceNotice', ({ firstDate, newTotal }, { day, baht }) => ({
    date: day(firstDate),
    total: baht(newTotal),
  })),
  body: (payload, { say, day, baht }) => {
    const date = day(payload.firstDate);
    return (
      <>
        <Paragraph>{say('emails.priceNotice.intro', { date })}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
        <Facts
          facts={[
            [say('emails.priceNotice.old'), baht(payload.oldTotal)],
            [say('emails.priceNotice.new'), baht(payload.newTotal), 'sum'],
            [say('emails.priceNotice.first'), date],
          ]}
        />
        <Paragraph>{say('emails.priceNotice.earlier')}</Paragraph>
        <Paragraph>{say('emails.priceNotice.change')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: {
      firstName: 'Mali',
      firstDate: parseDay('2027-02-28'),
      oldTotal: 37525,
      newTotal: 41350,
      accountUrl: PREVIEW_ACCOUNT_URL,
    },
  },
});
