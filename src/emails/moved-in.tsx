import { dayOf, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { headOf, message, type AnyPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_NEXT_DAY } from './preview-data';

interface Payload extends AnyPayload {
  paymentDate: Day;
  total: Satang;
  /** The link that logs in and opens the form of a card; missing once sent. */
  link?: string;
}

/** Asks a subscriber who moved in from another system for a card before the first payment here. */
export default message<Payload>({
  channel: 'mail',
  secret: ['link'],
  isExpired: ({ paymentDate }, { now }) => dayOf(now) >= paymentDate,
  head: headOf('movedIn', ({ paymentDate }, { day }) => ({ date: day(paymentDate) })),
  body: ({ paymentDate, total, link }, { say, baht, day }) => (
    <>
      <Paragraph>{say('emails.movedIn.intro')}</Paragraph>
      <Highlight
        label={say('emails.movedIn.next', { date: day(paymentDate) })}
        value={baht(total)}
        note={say('emails.movedIn.note')}
      />
      {link && <Button href={link} label={say('emails.movedIn.button')} copyLink={say('emails.copyLink')} />}
      <Paragraph small>{say('emails.movedIn.once', { date: day(paymentDate) })}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      paymentDate: PREVIEW_NEXT_DAY,
      total: 43900,
      link: 'http://localhost:3000/login/link?next=%2Faccount%2Fcards%2Fadd#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
    },
  },
});
