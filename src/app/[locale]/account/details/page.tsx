import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { Overview } from './_components/overview';

export const generateMetadata = personalMetadata('/account/details', 'details.title');

export default async function DetailsPage({ params }: PageProps<'/[locale]/account/details'>) {
  const locale = await pageLocale(params);
  const { subscription } = await requireSubscriberSession(locale, '/account/details');
  const { account, payments } = await api();
  const [profile, loginMethods, { consents }, { cards }, calendarFeed] = await Promise.all([
    account.profile(),
    account.loginMethods(),
    account.consents(),
    payments.cardExpiryCheck(),
    account.calendarFeed(),
  ]);
  const card = cards.find(({ isDefault }) => isDefault) ?? cards[0] ?? null;
  const paidBy = { subscription, card };
  const facts = { profile, loginMethods, consents, paidBy };
  return <Overview {...facts} calendarSince={calendarFeed.since} />;
}
