import { redirect } from 'next/navigation';
import { addDays } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { localePath } from '@/locales/paths';
import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { Confirmation } from '../_components/confirmation';

export const generateMetadata = personalMetadata('/register/confirmation', 'register.summary.title');

export default async function ConfirmationPage({ params }: PageProps<'/[locale]/register/confirmation'>) {
  const locale = await pageLocale(params);
  const { account, registration, catalogue } = await api();
  const [current, { today }, settings] = await Promise.all([
    registration.current(),
    catalogue.today(),
    publicSettings(),
  ]);
  const arrivesBy = current && addDays(current.dates[0], RECEIVE_BY_DAYS);
  if (current?.step === 'done' && arrivesBy && arrivesBy < today) redirect(localePath(locale, '/account'));
  const { lineLinked } = current ? await account.profile() : { lineLinked: false };
  return (
    <Confirmation
      initial={current}
      official={lineLinked ? null : settings.contact.line}
      asksForLine={!lineLinked}
      isOfflineAllowed={settings.offlineRegistration}
    />
  );
}
