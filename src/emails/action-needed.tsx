import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_FIX_URL, PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['action_needed'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  total: 43900,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
  until: '2026-11-20T16:59:00.000Z',
  request: 1,
  last: false,
};

export const MorePreviews: Record<string, MessagePayloads['action_needed']> = {
  'second request': { ...PreviewProps, request: 2 },
  'last request': { ...PreviewProps, request: 6, last: true },
};

export function subjectOf(
  payload: MessagePayloads['action_needed'],
  { say, baht, deadline }: Wording,
): string {
  const total = baht(payload.total);
  if (payload.last) return say('emails.actionNeeded.subjectLast', { total, until: deadline(payload.until) });
  const { request } = payload;
  return request > 1
    ? say('emails.actionNeeded.subjectAgain', { total, request })
    : say('emails.actionNeeded.subject', { total });
}

/** Requests the subscriber's 3-D Secure confirmation of a renewal. Repeated requests count up, and the last one says so. */
export default function ActionNeeded({ payload, wording, subject }: TemplateProps<'action_needed'>) {
  const { say, baht, deadline } = wording;
  const total = baht(payload.total);
  const until = deadline(payload.until);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.actionNeeded.preheader', { until })}
      heading={say(payload.last ? 'emails.actionNeeded.headingLast' : 'emails.actionNeeded.heading')}
      firstName={payload.firstName}
    >
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
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
