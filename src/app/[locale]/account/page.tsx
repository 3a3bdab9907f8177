import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { isCharged } from '@/domain/subscription';
import { pageNumber } from '@/components/paging';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import { BoardProvider } from './_boxes/board';
import { Boxes } from './_boxes/boxes';
import { PollPayment } from './_components/poll-payment';
import { readSheet, type SheetQuery } from './_sheets/sheet-query';
import { OpenSheet, sheetTitle } from './_sheets/open-sheet';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<SheetQuery & { page?: string }> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const [t, query] = await Promise.all([getI18n(), searchParams]);
  const sheet = readSheet(query);
  const title = sheet ? sheetTitle(sheet, t) : t('account.title');
  return pageMetadata({ locale, path: '/account', title, personal: true });
}

/** The boxes of a subscriber: the next one, the calendar, and over them the sheet that the address names. */
export default async function AccountPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const query = await searchParams;
  const session = await requireSession(locale, localePath(locale, '/account'));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  const sheet = readSheet(query);
  const { account, orders, catalogue, rewards, subscription } = await api();
  // The bank redirects to these sheets. Their data also settle the payment, and so are read first.
  const options = {
    now: sheet?.name === 'now' ? await orders.orderNowOptions() : null,
    restart: sheet?.name === 'restart' ? await subscription.reactivation() : null,
  };
  const [home, products, past, { milestone }, { orders: year }] = await Promise.all([
    account.home(),
    catalogue.everyProduct(),
    orders.previous({ page: pageNumber(query.page) }),
    rewards.summary(),
    subscription.yearAhead(),
  ]);
  if (sheet?.name === 'restart' && home.subscription?.status === 'active')
    redirect(localePath(locale, '/account'));
  const { pendingPayment } = home;
  return (
    <BoardProvider orders={home.upcoming} year={year}>
      <Boxes locale={locale} home={home} products={products} past={past} milestone={milestone} />
      {pendingPayment?.status === 'pending' && isCharged(pendingPayment.method) && <PollPayment />}
      <OpenSheet
        sheet={sheet}
        home={home}
        products={products}
        past={past.orders}
        options={options}
        locale={locale}
      />
    </BoardProvider>
  );
}
