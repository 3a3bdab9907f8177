import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { requireSubscriber, isPaymentDate } from '../_components/subscriber';
import { BoxForm } from './_components/box-form';

const PATH = '/account/subscription/box';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/box'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.box.title'), personal: true });
}

export default async function ChangeBoxPage({ params }: PageProps<'/[locale]/account/subscription/box'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await requireSubscriber(locale, PATH);
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
    const place = delivery && (await catalogue.addresses({ postalCode: delivery.postalCode }));
    return (
      <BoxForm
        initial={view}
        products={products}
        plans={plans}
        fee={place?.deliveryFee ?? null}
        isClosedToday={isClosedToday}
      />
    );
  }
}
