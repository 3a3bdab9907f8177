import { parseDay } from '@/domain/day';
import { courierText } from '@/locales/format';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Facts } from './facts';
import { Button, Highlight, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['shipped'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  courier: 'Thailand Post',
  trackingNumber: 'EX473124829TH',
  receiveBy: parseDay('2026-11-25'),
  link: 'https://track.thailandpost.co.th/?trackNumber=EX473124829TH',
  isCourierPage: true,
};

export const MorePreviews: Record<string, MessagePayloads['shipped']> = {
  'without a number': {
    ...PreviewProps,
    courier: null,
    trackingNumber: null,
    link: `${PREVIEW_ACCOUNT_URL}/orders/${PREVIEW_ORDER}`,
    isCourierPage: false,
  },
};

export function subjectOf(_: MessagePayloads['shipped'], { say }: Wording): string {
  return say('emails.shipped.subject');
}

/** Announces a shipped parcel, with its latest delivery day and its tracking link. */
export default function Shipped({ payload, wording, subject }: TemplateProps<'shipped'>) {
  const { say, day } = wording;
  const { courier, trackingNumber, receiveBy, link, isCourierPage } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.shipped.preheader', { receiveBy: day(receiveBy) })}
      heading={say('emails.shipped.heading')}
      firstName={payload.firstName}
    >
      <Highlight label={say('emails.shipped.receiveBy')} value={day(receiveBy)} />
      <Facts
        facts={[
          courier === null ? null : [say('emails.shipped.courier'), courierText(courier, wording.locale)],
          trackingNumber === null ? null : [say('emails.shipped.number'), trackingNumber],
        ]}
      />
      <Button href={link} label={say(isCourierPage ? 'emails.shipped.follow' : 'emails.shipped.seeOrder')} />
      <Paragraph>{say(isCourierPage ? 'emails.shipped.soon' : 'emails.shipped.later')}</Paragraph>
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
