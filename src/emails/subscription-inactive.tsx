import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { TapActions } from './one-tap';
import { Button, Notice, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_FIX_URL, PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['subscription_inactive'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  total: 43900,
  reason: 'insufficient_fund',
  points: 279,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['subscription_inactive']> = {
  'link ran out': { ...PreviewProps, reason: null, points: 0 },
  disputed: { ...PreviewProps, reason: 'disputed', fixLink: null },
};

export function subjectOf(_: MessagePayloads['subscription_inactive'], { say }: Wording): string {
  return say('emails.subscriptionInactive.subject');
}

/** Reports the end of the subscription, the state of orders and points, and the way to reactivate. */
export default function SubscriptionInactive(props: TemplateProps<'subscription_inactive'>) {
  const { payload, wording, subject } = props;
  const { say, baht } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.subscriptionInactive.preheader')}
      heading={say('emails.subscriptionInactive.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.subscriptionInactive.intro', { total: baht(payload.total) })}</Paragraph>
      {payload.reason !== null && (
        <Notice title={say('emails.reason')} text={wording.reason(payload.reason)} />
      )}
      <Paragraph>{say('emails.subscriptionInactive.nothing')}</Paragraph>
      {payload.fixLink ? (
        <>
          <Paragraph>{say('emails.subscriptionInactive.fix', { total: baht(payload.total) })}</Paragraph>
          <Button href={payload.fixLink} label={say('emails.payButton', { total: baht(payload.total) })} />
          <Paragraph>{say('emails.subscriptionInactive.restart')}</Paragraph>
          <TapActions
            actions={[{ href: payload.accountUrl, label: say('emails.subscriptionInactive.restartButton') }]}
          />
        </>
      ) : (
        <>
          <Paragraph>{say('emails.subscriptionInactive.back')}</Paragraph>
          <Button href={payload.accountUrl} label={say('emails.openAccount')} />
        </>
      )}
      {payload.points > 0 && (
        <Paragraph>{say('emails.subscriptionInactive.points', { count: payload.points })}</Paragraph>
      )}
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
