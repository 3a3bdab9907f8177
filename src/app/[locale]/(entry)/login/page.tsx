import Link from 'next/link';
import { redirect } from 'next/navigation';
import { OpenBoxArt } from '@/components/art/box';
import { LineLink } from '@/components/line-link';
import { lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import { personalMetadata } from '@/locales/page-metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import classes from '../_components/entry.module.css';
import { GoOnNotice } from '../_components/go-on-notice';
import { lineEndingOf, LogInEnding } from '../_components/log-in-ending';
import { LogInForm } from '../_components/log-in-form';
import { PasskeyLogIn } from '../_components/passkey-log-in';
import { nextWithEnding, loginUrls } from '../_components/login-urls';

export const generateMetadata = personalMetadata('/login', 'auth.title');

export default async function LogInPage({ params, searchParams }: PageProps<'/[locale]/login'>) {
  const locale = await pageLocale(params);
  const asked = await searchParams;
  const ways = loginUrls(locale, asked);
  const ending = lineEndingOf(asked.line);
  const session = await currentSession();
  if (session && !isUnfinished(session)) redirect(nextWithEnding(ways.next, ending));
  const t = await getI18n();
  return (
    <div className={`narrow ${classes.page}`}>
      <OpenBoxArt
        items={[
          { productCode: 'day-pads', quantity: 1 },
          { productCode: 'panty-liners', quantity: 1 },
        ]}
        className={classes.art}
      />
      <h1>{t('auth.heading')}</h1>
      {ending && <LogInEnding ending={ending} ways={ways} />}
      {typeof asked.next === 'string' && <GoOnNotice silent={ending !== null} />}
      {asked.out !== undefined && <Notice tone="good">{t('auth.loggedOut')}</Notice>}
      <div className={`mt-5 ${classes.ways}`}>
        <LineLink href={lineStart('login', ways.next, ending === 'unfinished')}>
          {t('auth.line.logIn')}
        </LineLink>
        <p className="or mt-4">{t('auth.or')}</p>
      </div>
      <LogInForm ways={ways} />
      <PasskeyLogIn next={ways.next} />
      <p className="mt-5">
        {t('auth.newHere')}{' '}
        <Link className="tap" href={localePath(locale, '/register')}>
          {t('auth.register')}
        </Link>
      </p>
    </div>
  );
}
