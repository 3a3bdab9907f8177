import type { Metadata } from 'next';
import { REASON_GROUPS } from '@/domain/cancel-offer';
import { PAUSE_MONTHS } from '@/domain/pause';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { PauseForm } from './_components/pause-form';

const PATH = '/account/subscription/pause';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/pause'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.pause.title'), personal: true });
}

export default async function PausePage({
  params,
  searchParams,
}: PageProps<'/[locale]/account/subscription/pause'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const [t, { months, offer }] = await Promise.all([getI18n(), searchParams]);
  if (status !== 'active') {
    return (
      <Screen
        locale={locale}
        back={{ to: '/account/subscription', label: t('subscription.back') }}
        heading={t('subscription.pause.title')}
      >
        <NotActive locale={locale} />
      </Screen>
    );
  }
  const [initial, { today }] = await Promise.all([
    procedures.subscription.current(),
    procedures.catalogue.today(),
  ]);
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t(initial.subscription.pause ? 'subscription.pause.changeTitle' : 'subscription.pause.title')}
      lead={t('subscription.pause.lead')}
    >
      <PauseForm
        initial={initial}
        today={today}
        requestedMonths={PAUSE_MONTHS.find((count) => String(count) === months)}
        offeredFor={REASON_GROUPS.find((group) => group === offer)}
      />
    </Screen>
  );
}
