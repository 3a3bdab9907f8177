import { parseDay } from '@/domain/day';
import { Facts } from './facts';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['price_notice'] = {
  firstName: 'Mali',
  firstDate: parseDay('2027-02-28'),
  oldTotal: 37525,
  newTotal: 41350,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export function subjectOf({ firstDate }: MessagePayloads['price_notice'], { say, day }: Wording): string {
  return say('emails.priceNotice.subject', { date: day(firstDate) });
}

/** Announces a higher price: old and new total, the first payment date, and how to change or cancel. */
export default function PriceNotice({ payload, wording, subject }: TemplateProps<'price_notice'>) {
  const { say, day, baht } = wording;
  const date = day(payload.firstDate);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.priceNotice.preheader', { total: baht(payload.newTotal) })}
      heading={say('emails.priceNotice.heading', { date })}
      firstName={payload.firstName}
    >
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
    </Layout>
  );
}
