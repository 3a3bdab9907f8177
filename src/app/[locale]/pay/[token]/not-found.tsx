import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './_components/pay.module.css';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('payments.pay.missingTitle'), robots: { index: false } };
}

/** The page for an unknown payment token. The token may be incomplete, or its account may be deleted. */
export default async function PayLinkMissing() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <OpenBoxArt items={[]} />
      </div>
      <h1>{t('payments.pay.missingTitle')}</h1>
      <p>{t('payments.pay.missingText')}</p>
      <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} wide>
        {t('payments.pay.logIn')}
      </ButtonAnchor>
    </div>
  );
}
