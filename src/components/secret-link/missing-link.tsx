import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import { getI18n } from '@/locales/server';

export async function missingLinkMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('secretLink.missing.title'), robots: { index: false } };
}

/** The page for an unknown token. The link may be incomplete, or its account may be deleted. */
export async function MissingLink() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  return (
    <div className="stack narrow">
      <div className="picture scene">
        <OpenBoxArt items={[]} />
      </div>
      <h1>{t('secretLink.missing.title')}</h1>
      <p>{t('secretLink.missing.text')}</p>
      <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} wide>
        {t('secretLink.logIn')}
      </ButtonAnchor>
    </div>
  );
}
