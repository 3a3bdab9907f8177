import { addDays, parseDay } from '@/domain/day';
import { LATE_BOX_WAIT_DAYS } from '@/domain/retry';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, OrderNumber, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_NEXT_DAY,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['box_late'];

const NEXT = { paymentDate: PREVIEW_NEXT_DAY, skipUntil: parseDay('2026-12-29'), waits: false };

const WITHOUT_LINK: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  paidOn: PREVIEW_DAY,
  next: NEXT,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const PreviewProps: Payload = { ...WITHOUT_LINK, skipLink: 'http://localhost:3000/do/preview-skip' };

export const MorePreviews: Record<string, Payload> = {
  'next order waits': { ...PreviewProps, next: { ...NEXT, waits: true } },
  'too late to skip': { ...WITHOUT_LINK, next: { ...NEXT, skipUntil: null } },
  'no next order': { ...WITHOUT_LINK, next: null },
};

export function subjectOf(_: Payload, { say }: Wording): string {
  return say('emails.boxLate.subject');
}

/** Reports a paid box that has not left, with a link that skips the next order. */
export default function BoxLate({ payload, wording, subject }: TemplateProps<'box_late'>) {
  const { say, day } = wording;
  const { next, skipLink } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.boxLate.preheader')}
      heading={say('emails.boxLate.subject')}
      firstName={payload.firstName}
    >
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
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
