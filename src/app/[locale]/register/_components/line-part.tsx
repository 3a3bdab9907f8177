'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { LineEndingNotice } from '@/components/line-ending';
import { LineLink } from '@/components/line-link';
import { lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import type { LineEnding } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { STEP_PATHS } from './steps';

/** The name and e-mail of a visitor who logged in at LINE. Null if LINE does not provide them. */
export interface LineProfile {
  displayName: string | null;
  email: string | null;
}

/** Shows the LINE account that replaces a password, and a button to use a password instead. */
export function RegisteredWithLine({ line, onInstead }: { line: LineProfile; onInstead: () => void }) {
  const t = useI18n();
  const title =
    line.displayName === null
      ? t('register.line.doneNameless')
      : t('register.line.done', { name: line.displayName });
  return (
    <Notice tone="good" title={title}>
      <p>{t('register.line.doneText')}</p>
      <div>
        <Button look="quiet" onClick={onInstead}>
          {t('register.line.instead')}
        </Button>
      </div>
    </Notice>
  );
}

/** Offers registration with LINE. LINE provides the name and e-mail, and no password is needed. */
export function RegisterWithLine({ ending }: { ending: LineEnding | null }) {
  const t = useI18n();
  const locale = useLocale();
  const isUnfinished = ending === 'unfinished';
  return (
    <div className="stack-4 mt-5">
      <LineSignUpEnding ending={ending} />
      <LineLink href={lineStart('register', localePath(locale, STEP_PATHS.details), isUnfinished)}>
        {isUnfinished ? t('auth.line.again') : t('register.line.button')}
      </LineLink>
      <p className="or">{t('register.line.or')}</p>
    </div>
  );
}

/** Offers log-in with LINE to visitors who are already registered. */
export function LogInWithLine() {
  const t = useI18n();
  const locale = useLocale();
  return <a href={lineStart('login', localePath(locale, '/account'))}>{t('register.line.logIn')}</a>;
}

/** Shows the result of the log-in at LINE. */
export function LineSignUpEnding({ ending }: { ending: LineEnding | null }) {
  const t = useI18n();
  const locale = useLocale();
  switch (ending) {
    case null:
    case 'linked':
      return null;
    case 'taken':
      return (
        <Notice tone="waiting" urgent title={t('errors.LINE_TAKEN')}>
          <p>
            <LogInWithLine />
          </p>
          <p>
            <Link href={localePath(locale, '/login')}>{t('register.details.logInInstead')}</Link>
          </p>
        </Notice>
      );
    case 'denied':
    case 'unfinished':
    case 'failed':
      return (
        <LineEndingNotice
          ending={ending}
          denied={t('register.line.denied')}
          unfinished={t('register.line.unfinishedText')}
        />
      );
    case 'not_linked':
    case 'linked_elsewhere':
    case 'payment_pending':
      return <Notice tone="bad" urgent title={t('errors.LINE_FAILED')} />;
  }
}
