import type { Metadata } from 'next';
import { REASON_GROUPS } from '@/domain/cancel-offer';
import { FREQUENCIES } from '@/domain/subscription';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { FrequencyForm } from './_components/frequency-form';

const PATH = '/account/subscription/frequency';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/frequency'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.frequency.title'), personal: true });
}

export default async function ChangeFrequencyPage({
  params,
  searchParams,
}: PageProps<'/[locale]/account/subscription/frequency'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const [t, { every, offer }] = await Promise.all([getI18n(), searchParams]);
  const requestedFrequency = FREQUENCIES.find((frequency) => String(frequency) === every);
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.frequency.title')}
      lead={status === 'active' ? t('subscription.frequency.lead') : undefined}
    >
      {status === 'active' ? (
        <FrequencyForm
          initial={await procedures.subscription.current()}
          requestedFrequency={requestedFrequency}
          offeredFor={REASON_GROUPS.find((group) => group === offer)}
        />
      ) : (
        <NotActive locale={locale} />
      )}
    </Screen>
  );
}
