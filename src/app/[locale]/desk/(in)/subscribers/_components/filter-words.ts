import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { deskApi } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import { partText } from './list-columns';

/** Returns what a filter of subscribers says, field by field. */
export async function filterWords(filter: SubscriberFilter, locale: Locale): Promise<string[]> {
  const [t, products, { team }] = await Promise.all([
    getI18n(),
    (await api()).catalogue.everyProduct(),
    (await deskApi()).subscribers.marks(),
  ]);
  const { part, method, product, language, postcode, paysUntil, from, until, tag, staffId } = filter;
  const member = team.find((one) => one.staffId === staffId)?.name;
  const named = (name: string, value: string) => `${name}: ${value}`;
  const day = (name: 'paysUntil' | 'from' | 'until', of: Day) =>
    named(t(`deskLists.${name}`), dayText(of, locale));
  return [
    part && partText(t, 'subscribers', part),
    method && t(`deskSubscribers.plan.methods.${method}`),
    product &&
      named(t('deskLists.product'), products.find(({ code }) => code === product)?.name[locale] ?? product),
    language && t(`deskSubscribers.person.languages.${language}`),
    postcode && named(t('deskLists.postcode'), postcode),
    paysUntil && day('paysUntil', paysUntil),
    tag && named(t('deskLists.tag'), tag),
    member && named(t('deskSubscribers.marks.member'), member),
    from && day('from', from),
    until && day('until', until),
  ].filter((word) => word !== undefined);
}
