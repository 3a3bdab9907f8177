'use client';

import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useId } from 'react';
import { LineEndingNotice } from '@/components/line-ending';
import { LineLink } from '@/components/line-link';
import { lineEnding, lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import type { LineEnding } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './details.module.css';

/** Few visits need a confirmation, so that its forms are not part of the first load. */
const ProofByPassword = lazy(async () => ({
  default: (await import('./proof-by-password')).ProofByPassword,
}));
const ProofByPasskey = lazy(async () => ({
  default: (await import('./proof-by-passkey')).ProofByPasskey,
}));
const ProofByMail = lazy(async () => ({ default: (await import('./proof-by-mail')).ProofByMail }));

export type LoginMethods = RouterOutputs['account']['loginMethods'];

interface ProofProps {
  loginMethods: LoginMethods;
  email: string;
  /** The path of the page, without language. LINE and the link in the mail return to this page. */
  path: string;
  /** Whether the confirmation appeared after a click. It then takes the focus. */
  asked?: boolean;
  onProven: () => void;
}

/**
 * Asks the subscriber to confirm their identity by passkey, password, LINE or mail. The page keeps its input where
 * possible.
 */
export function Proof({ loginMethods, email, path, asked = false, onProven }: ProofProps) {
  const t = useI18n();
  const locale = useLocale();
  const ending = lineEnding(useSearchParams().get('line') ?? undefined);
  const titleId = useId();
  const box = useFocusOnMount<HTMLElement>(asked);
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={titleId} className={`stack-5 ${classes.proof}`}>
      {loginMethods.lineCanProve && !asked && <Ending ending={ending} />}
      <div>
        <h2 id={titleId} className="h3">
          {t('details.proof.title')}
        </h2>
        <p>{t('details.proof.text')}</p>
      </div>
      {loginMethods.passkeyCanProve && (
        <Suspense>
          <ProofByPasskey onProven={onProven} />
        </Suspense>
      )}
      {loginMethods.hasPassword && (
        <Suspense>
          <ProofByPassword email={email} onProven={onProven} />
        </Suspense>
      )}
      {loginMethods.lineCanProve && (
        <LineLink href={lineStart('login', localePath(locale, path), ending === 'unfinished')}>
          {t('details.proof.lineSubmit')}
        </LineLink>
      )}
      <Suspense>
        <ProofByMail email={email} next={localePath(locale, path)} onProven={onProven} />
      </Suspense>
    </section>
  );
}

/** Explains why an identity confirmation with LINE failed. */
function Ending({ ending }: { ending: LineEnding | null }) {
  const t = useI18n();
  switch (ending) {
    case null:
    case 'linked':
      return null;
    case 'not_linked':
    case 'linked_elsewhere':
      return (
        <Notice tone="waiting" urgent title={t('details.proof.otherLine')}>
          <p>{t('details.proof.otherLineText')}</p>
        </Notice>
      );
    case 'denied':
    case 'unfinished':
    case 'failed':
      return (
        <LineEndingNotice
          ending={ending}
          denied={t('details.line.nothingChanged')}
          unfinished={t('auth.line.unfinishedText')}
        />
      );
    case 'taken':
    case 'payment_pending':
      return <Notice tone="bad" urgent title={t('errors.LINE_FAILED')} />;
  }
}
