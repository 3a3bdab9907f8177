import { addDays, dayOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { Facts } from './facts';
import { message, type OrderPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_OF_ORDER } from './preview-data';

/** `before` and `total`: what the order costs now and with the substitute. `link`: missing once sent. */
interface Payload extends OrderPayload {
  paymentDate: Day;
  from: Record<Locale, string>;
  to: Record<Locale, string>;
  packs: number;
  before: Satang;
  total: Satang;
  link?: string;
  accountUrl: string;
}

const WITHOUT_LINK: Payload = {
  ...PREVIEW_OF_ORDER,
  paymentDate: PREVIEW_DAY,
  from: { en: 'Night pads XL', th: 'ผ้าอนามัยกลางคืน XL' },
  to: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' },
  packs: 2,
  before: 45700,
  total: 43450,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

const PREVIEW: Payload = { ...WITHOUT_LINK, link: 'http://localhost:3000/do/preview-swap' };

/** Offers a substitute for a sold-out product of the next order. Nothing changes without an answer. */
export default message<Payload>({
  channel: 'line',
  secret: ['link'],
  isExpired: ({ paymentDate }, { now }) => paymentDate <= dayOf(now),
  isObsolete: (_, { order }) => order?.status !== 'upcoming',
  head: ({ paymentDate }, { say, day }) => {
    const heading = say('emails.substituteOffer.subject', { date: day(paymentDate) });
    return { subject: heading, preheader: say('emails.substituteOffer.preheader'), heading };
  },
  body: (payload, { say, day, baht, locale }) => {
    const { paymentDate, packs, before, total, link, accountUrl } = payload;
    const names = { from: payload.from[locale], to: payload.to[locale], packs, date: day(paymentDate) };
    return (
      <>
        <Paragraph>{say('emails.substituteOffer.intro', names)}</Paragraph>
        <Facts
          facts={[
            before === total ? null : [say('emails.substituteOffer.before'), baht(before)],
            [say('emails.substituteOffer.total'), baht(total), 'sum'],
          ]}
        />
        <Button
          href={link ?? accountUrl}
          label={say(link ? 'emails.substituteOffer.button' : 'emails.openAccount')}
        />
        {link && (
          <Paragraph>
            {say('emails.substituteOffer.without', { until: day(addDays(paymentDate, -1)) })}
          </Paragraph>
        )}
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'same price': { ...PREVIEW, total: PREVIEW.before },
    'without its link': WITHOUT_LINK,
  },
});
