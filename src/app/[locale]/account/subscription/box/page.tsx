import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { openSubscriberPage, isPaymentDate } from '../_components/subscriber';
import { BoxForm } from './_components/box-form';
import { singleOrder } from './_components/box-scope';

const PATH = '/account/subscription/box';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/box'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.box.title'), personal: true });
}

export default async function ChangeBoxPage({
  params,
  searchParams,
}: PageProps<'/[locale]/account/subscription/box'>) {
  const locale = await pageLocale(params);
  const { order } = await searchParams;
  const requestedId = typeof order === 'string' ? order : null;
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const t = await getI18n();
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.box.title')}
      lead={status === 'active' ? t('subscription.box.lead') : undefined}
    >
      {status === 'active' ? await form() : <NotActive locale={locale} />}
    </Screen>
  );

  async function form() {
    const { account, catalogue, subscription } = procedures;
    const [view, { delivery }, products, plans, isClosedToday] = await Promise.all([
      subscription.current(),
      account.home(),
      catalogue.everyProduct(),
      catalogue.everyPlan(),
      isPaymentDate(),
    ]);
    const feeTo = async (place: { postalCode: string } | null) =>
      place && (await catalogue.addresses({ postalCode: place.postalCode })).deliveryFee;
    const single = singleOrder(view, requestedId);
    const [fee, singleFee] = await Promise.all([feeTo(delivery), feeTo(single?.ownAddress ?? delivery)]);
    return (
      <BoxForm
        initial={view}
        products={products}
        plans={plans}
        fees={{ always: fee, once: singleFee }}
        isClosedToday={isClosedToday}
        requestedId={requestedId}
      />
    );
  }
}
