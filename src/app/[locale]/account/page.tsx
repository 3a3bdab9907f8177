import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import classes from './_components/account.module.css';
import { AccountHome } from './_components/account-home';
import { PollPayment } from './_components/poll-payment';
import { LogOut } from './_components/log-out';

export async function generateMetadata({ params }: PageProps<'/[locale]/account'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/account', title: t('account.title'), personal: true });
}

export default async function AccountPage({ params }: PageProps<'/[locale]/account'>) {
  const locale = await pageLocale(params);
  const session = await requireSession(locale, localePath(locale, '/account'));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  const { account, orders, catalogue, rewards } = await api();
  const [home, products, { orders: previous }, { milestone }] = await Promise.all([
    account.home(),
    catalogue.everyProduct(),
    orders.previous({ page: 1 }),
    rewards.summary(),
  ]);
  const { pendingPayment } = home;
  return (
    <>
      <AccountHome
        locale={locale}
        home={home}
        products={products}
        previous={previous}
        milestone={milestone}
      />
      {pendingPayment?.status === 'pending' && pendingPayment.method === 'card' && <PollPayment />}
      <LogOut className={`wrap ${classes.out}`} />
    </>
  );
}
