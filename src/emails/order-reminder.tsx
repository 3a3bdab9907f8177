import { addDays, parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Items } from './facts';
import { Button, Highlight, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_ITEMS, PREVIEW_ORDER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['order_reminder'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  paymentDate: PREVIEW_DAY,
  skipUntil: parseDay('2026-11-18'),
  total: 45700,
  items: PREVIEW_ITEMS,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['order_reminder']> = {
  'too late to skip': { ...PreviewProps, skipUntil: null },
  'with a free product': { ...PreviewProps, freeProduct: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' } },
};

export function subjectOf({ paymentDate }: MessagePayloads['order_reminder'], { say, day }: Wording): string {
  return say('emails.orderReminder.subject', { date: day(paymentDate) });
}

/** Announces a charge: date, amount, products, and the last day to skip or change the order. */
export default function OrderReminder({ payload, wording, subject }: TemplateProps<'order_reminder'>) {
  const { say, baht, day } = wording;
  const { paymentDate, freeProduct = null } = payload;
  const total = baht(payload.total);
  const skipUntil = payload.skipUntil && day(payload.skipUntil);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={
        skipUntil === null
          ? say('emails.orderReminder.preheaderLate', { total })
          : say('emails.orderReminder.preheader', { total, skipUntil })
      }
      heading={say('emails.orderReminder.heading', { date: day(paymentDate) })}
      firstName={payload.firstName}
    >
      <Highlight label={say('emails.orderReminder.due')} value={total} />
      <Paragraph>
        {skipUntil === null
          ? say('emails.orderReminder.skipLate')
          : say('emails.orderReminder.skip', { skipUntil })}
      </Paragraph>
      <Button
        href={payload.accountUrl}
        label={say(freeProduct === null ? 'emails.orderReminder.button' : 'emails.orderReminder.see')}
      />
      <Paragraph>{say('emails.orderReminder.intro')}</Paragraph>
      <Items items={payload.items} wording={wording} freeProduct={freeProduct} />
      <Paragraph>
        {freeProduct === null
          ? say('emails.orderReminder.change', { date: day(addDays(paymentDate, -1)) })
          : say('emails.orderReminder.changeLater')}
      </Paragraph>
      <OrderNumber orderId={payload.orderId} wording={wording} />
    </Layout>
  );
}
