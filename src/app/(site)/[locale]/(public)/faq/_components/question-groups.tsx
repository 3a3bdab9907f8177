import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { Locale } from '@/domain/locale';
import { HAND_OVER_MINUTES } from '@/domain/parcel';
import { LINK_DAYS } from '@/domain/payment-link';
import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import { FRIEND_DISCOUNT, REFERRER_POINTS } from '@/domain/referral';
import { RETRY_DAYS } from '@/domain/retry';
import { REGISTRATION_DAYS } from '@/domain/subscription';
import { allText, shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { getI18n } from '@/locales/server';

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
export function questionGroups(t: Say, locale: Locale, fees: Fees): QuestionGroup[] {
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
