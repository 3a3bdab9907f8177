import { redirect } from 'next/navigation';
import { isDeskPath, barePath, localePath, ownPath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { currentMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { AppLogIn } from '../_components/app-log-in';
import { PasskeyLogIn } from '../_components/passkey-log-in';

export const generateMetadata = deskMetadata('desk.logIn.heading');

export default async function DeskLogInPage({ params, searchParams }: PageProps<'/[locale]/desk/login'>) {
  const locale = await pageLocale(params);
  const { next } = await searchParams;
  const home = localePath(locale, '/desk');
  const wanted = ownPath(typeof next === 'string' ? next : null, home);
  const target = isDeskPath(barePath(wanted)) ? wanted : home;
  if (await currentMember()) redirect(target);
  const t = await getI18n();
  return (
    <>
      <h1>{t('desk.logIn.heading')}</h1>
      <p className="muted anywhere mt-2">{t('desk.logIn.lead')}</p>
      <PasskeyLogIn next={target} />
      <AppLogIn />
      <p className="muted anywhere mt-2">{t('desk.logIn.lost')}</p>
    </>
  );
}
