import { isLocale, DEFAULT_LOCALE } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { headers } from 'next/headers';
import { OpenBoxArt } from '../art/box';
import { ButtonAnchor } from '../button-anchor';
import classes from './stop-page.module.css';
import { Frame } from './frame';

/** The page for an unknown URL. */
export async function MissingPage() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  return (
    <Frame locale={locale}>
      <div className={classes.page}>
        <OpenBoxArt items={[]} className={classes.art} />
        <h1>{t('common.notFoundTitle')}</h1>
        <p>{t('common.notFoundText')}</p>
        <ButtonAnchor href={localePath(locale, '/')}>{t('common.toHome')}</ButtonAnchor>
      </div>
    </Frame>
  );
}
