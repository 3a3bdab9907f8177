import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deliveryFees } from '../_components/delivery-fees';
import { Disclosures } from '../_components/disclosures';
import { JsonLd } from '../_components/json-ld';
import { PageHead } from '../_components/page-head';
import { publicMetadata } from '../_components/public-metadata';
import section from '../_components/section.module.css';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { Locale } from '@/domain/locale';
import { HAND_OVER_MINUTES } from '@/domain/parcel';
import { LINK_DAYS } from '@/domain/payment-link';
import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import { FRIEND_DISCOUNT, REFERRER_POINTS } from '@/domain/referral';
import { RETRY_DAYS } from '@/domain/retry';
import { REGISTRATION_DAYS } from '@/domain/subscription';
import { allText, shortBahtText } from '@/locales/format';
import classes from './faq.module.css';

export const generateMetadata = publicMetadata('/faq', 'faq');

/** Answers questions about the subscription, in the order in which they usually arise. */
export default async function FaqPage({ params }: PageProps<'/[locale]/faq'>) {
  const locale = await pageLocale(params);
  const [t, fees] = await Promise.all([getI18n(), deliveryFees(locale)]);
  const groups = questionGroups(t, locale, fees);
  const machine = groups.flatMap(({ items }) => items.map(({ q, plain }) => ({ q, a: plain })));
  return (
    <>
      <JsonLd
        data={{
          '@type': 'FAQPage',
          inLanguage: locale,
          mainEntity: machine.map(({ q, a }) => ({
            '@type': 'Question',
            name: q,
            acceptedAnswer: { '@type': 'Answer', text: a },
          })),
        }}
      />
      <PageHead title={t('faq.heading')} lead={t('faq.lead')} />
      {groups.map(({ id, title, items }) => (
        <section key={id} className={`wrap ${section.section} ${classes.group}`} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <Disclosures items={items} heading="h3" />
        </section>
      ))}
      <section className={`wrap ${section.section} ${classes.still}`} aria-labelledby="still">
        <h2 id="still">{t('faq.still')}</h2>
        <p>
          {t('faq.stillText', { form: <a href={localePath(locale, '/contact')}>{t('contact.fromFaq')}</a> })}
        </p>
      </section>
    </>
  );
}

interface Question {
  q: string;
  a: React.ReactNode;
  /** The answer as plain text, for structured data. */
  plain: string;
}

interface QuestionGroup {
  /** The URL fragment of the group. */
  id: string;
  title: string;
  items: Question[];
}

interface Fees {
  near: string;
  far: string;
  remote: string;
  plans: string | null;
}

type Say = Awaited<ReturnType<typeof getI18n>>;

const plainly = (q: string, a: string): Question => ({ q, a, plain: a });

/** Returns every question with its answer. Numbers in the answers come from the business rules. */
function questionGroups(t: Say, locale: Locale, fees: Fees): QuestionGroup[] {
  return [
    { id: 'paying', title: t('faq.paying.title'), items: aboutPaying(t, locale) },
    { id: 'orders', title: t('faq.orders.title'), items: aboutOrders(t) },
    { id: 'delivery', title: t('faq.delivery.title'), items: aboutDelivery(t, fees) },
    { id: 'rewards', title: t('faq.rewards.title'), items: aboutRewards(t, locale) },
    { id: 'data', title: t('faq.data.title'), items: aboutData(t, locale) },
  ];
}

function aboutPaying(t: Say, locale: Locale): Question[] {
  const retries = allText(RETRY_DAYS.slice(1).map(String), locale);
  return [
    plainly(t('faq.paying.charged.q'), t('faq.paying.charged.a')),
    plainly(t('faq.paying.ways.q'), t('faq.paying.ways.a')),
    plainly(t('faq.paying.link.q'), t('faq.paying.link.a', { days: LINK_DAYS, lapse: REGISTRATION_DAYS })),
    plainly(t('faq.paying.failed.q'), t('faq.paying.failed.a', { days: retries })),
    plainly(t('faq.paying.twice.q'), t('faq.paying.twice.a')),
    plainly(t('faq.paying.receipt.q'), t('faq.paying.receipt.a')),
  ];
}

function aboutOrders(t: Say): Question[] {
  return [
    plainly(t('faq.orders.skip.q'), t('faq.orders.skip.a')),
    plainly(t('faq.orders.pause.q'), t('faq.orders.pause.a')),
    plainly(t('faq.orders.sooner.q'), t('faq.orders.sooner.a')),
    plainly(t('faq.orders.change.q'), t('faq.orders.change.a')),
    plainly(t('faq.orders.rhythm.q'), t('faq.orders.rhythm.a')),
    plainly(t('faq.orders.cancel.q'), t('faq.orders.cancel.a')),
    plainly(t('faq.orders.back.q'), t('faq.orders.back.a')),
  ];
}

function aboutDelivery(t: Say, { near, far, remote, plans }: Fees): Question[] {
  const cost =
    plans === null
      ? t('faq.delivery.cost.paid', { near, far, remote })
      : t('faq.delivery.cost.a', { near, far, remote, plans });
  return [
    plainly(t('faq.delivery.cost.q'), cost),
    plainly(t('faq.delivery.arrive.q'), t('faq.delivery.arrive.a', { days: RECEIVE_BY_DAYS })),
    plainly(t('faq.delivery.track.q'), t('faq.delivery.track.a')),
    plainly(t('faq.delivery.address.q'), t('faq.delivery.address.a', HAND_OVER_MINUTES)),
    plainly(t('faq.delivery.discreet.q'), t('faq.delivery.discreet.a')),
  ];
}

function aboutRewards(t: Say, locale: Locale): Question[] {
  const earned = { baht: BAHT_PER_POINT, bonus: MILESTONE_POINTS };
  const invited = { off: shortBahtText(FRIEND_DISCOUNT, locale), points: REFERRER_POINTS };
  return [
    plainly(t('faq.rewards.points.q'), t('faq.rewards.points.a', earned)),
    plainly(t('faq.rewards.free.q'), t('faq.rewards.free.a', { free: FREE_PRODUCT_POINTS })),
    plainly(t('faq.rewards.friends.q'), t('faq.rewards.friends.a', invited)),
  ];
}

function aboutData(t: Say, locale: Locale): Question[] {
  const name = t('pages.footer.privacy');
  const page = <a href={localePath(locale, '/privacy')}>{name}</a>;
  return [
    {
      q: t('faq.data.keep.q'),
      a: t('faq.data.keep.a', { privacy: page }),
      plain: t('faq.data.keep.a', { privacy: name }),
    },
    plainly(t('faq.data.copy.q'), t('faq.data.copy.a')),
    plainly(t('faq.data.login.q'), t('faq.data.login.a')),
  ];
}
