import type { Satang } from '@/domain/money';
import { message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_FIX_URL, PREVIEW_OF_ORDER } from './preview-data';

/**
 * A request to confirm a payment by 3-D Secure. `fixLink`: the page that leads to the bank without a log-in; missing
 * once sent. `until`: the ISO instant at which the confirmation expires.
 */
interface Payload extends OrderPayload {
  total: Satang;
  fixLink?: string | null;
  accountUrl: string;
  until: string;
  /** The number of this request for the order: 1 for the first. */
  request: number;
  /** Whether the subscription stops if this request is not confirmed. */
  last: boolean;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  total: 43900,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
  until: '2026-11-20T16:59:00.000Z',
  request: 1,
  last: false,
};

/** Requests the subscriber's 3-D Secure confirmation of a renewal. Repeated requests count up, and the last one says so. */
export default message<Payload>({
  channel: 'line',
  secret: ['fixLink'],
  isObsolete: (_, { attemptStatus }) => attemptStatus !== 'action_required',
  head: (payload, { say, baht, deadline }) => {
    const { last, request } = payload;
    const told = { total: baht(payload.total), until: deadline(payload.until), request };
    const again = request > 1 ? 'emails.actionNeeded.subjectAgain' : 'emails.actionNeeded.subject';
    return {
      subject: say(last ? 'emails.actionNeeded.subjectLast' : again, told),
      preheader: say('emails.actionNeeded.preheader', told),
      heading: say(last ? 'emails.actionNeeded.headingLast' : 'emails.actionNeeded.heading'),
    };
  },
  body: (payload, { say, baht, deadline }) => {
    const total = baht(payload.total);
    const until = deadline(payload.until);
    return (
      <>
        <Paragraph>{say('emails.actionNeeded.intro', { total })}</Paragraph>
        <Highlight
          label={say('emails.actionNeeded.amount')}
          value={total}
          note={say('emails.actionNeeded.until', { until })}
        />
        <Button
          href={payload.fixLink ?? payload.accountUrl}
          label={say('emails.actionNeeded.button')}
          copyLink={say('emails.copyLink')}
        />
        <Paragraph>
          {say(payload.last ? 'emails.actionNeeded.afterLast' : 'emails.actionNeeded.after')}
        </Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'second request': { ...PREVIEW, request: 2 },
    'last request': { ...PREVIEW, request: 6, last: true },
  },
});
