import { addDays, parseDay, type Day } from '@/domain/day';
import { LATE_BOX_WAIT_DAYS } from '@/domain/retry';
import { message, type OrderPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_NEXT_DAY, PREVIEW_OF_ORDER } from './preview-data';

/**
 * A paid box has not left for days. `next`: the next order; null without one. `skipUntil`: null when it is too late to
 * skip it. `waits`: whether it waits for days until this box has left. `skipLink`: skips it; missing once sent.
 */
interface Payload extends OrderPayload {
  paidOn: Day;
  next: { paymentDate: Day; skipUntil: Day | null; waits: boolean } | null;
  skipLink?: string;
  accountUrl: string;
}

const NEXT = { paymentDate: PREVIEW_NEXT_DAY, skipUntil: parseDay('2026-12-29'), waits: false };

const WITHOUT_LINK: Payload = {
  ...PREVIEW_OF_ORDER,
  paidOn: PREVIEW_DAY,
  next: NEXT,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

const PREVIEW: Payload = { ...WITHOUT_LINK, skipLink: 'http://localhost:3000/do/preview-skip' };

/** Reports a paid box that has not left, with a link that skips the next order. */
export default message<Payload>({
  channel: 'line',
  secret: ['skipLink'],
  isObsolete: (_, { hasLeft }) => hasLeft,
  head: (_, { say }) => ({
    subject: say('emails.boxLate.subject'),
    preheader: say('emails.boxLate.preheader'),
    heading: say('emails.boxLate.subject'),
  }),
  body: (payload, { say, day }) => {
    const { next, skipLink } = payload;
    return (
      <>
        <Paragraph>{say('emails.boxLate.intro', { date: day(payload.paidOn) })}</Paragraph>
        {next && (
          <Paragraph>
            {say(next.waits ? 'emails.boxLate.nextWaits' : 'emails.boxLate.next', {
              date: day(next.paymentDate),
              until: day(addDays(next.paymentDate, LATE_BOX_WAIT_DAYS)),
            })}
          </Paragraph>
        )}
        {next?.skipUntil && (
          <Paragraph>{say('emails.orderReminder.skip', { skipUntil: day(next.skipUntil) })}</Paragraph>
        )}
        <Button
          href={skipLink ?? payload.accountUrl}
          label={say(skipLink ? 'emails.orderReminder.tapSkip' : 'emails.openAccount')}
        />
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'next order waits': { ...PREVIEW, next: { ...NEXT, waits: true } },
    'too late to skip': { ...WITHOUT_LINK, next: { ...NEXT, skipUntil: null } },
    'no next order': { ...WITHOUT_LINK, next: null },
  },
});
