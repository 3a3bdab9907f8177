'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ButtonLink } from '@/components/button';
import { LineEndingNotice } from '@/components/line-ending';
import { LineLink } from '@/components/line-link';
import { lineEnding, lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import { useFocusOnFailure } from '@/components/use-focus';
import type { LineEnding } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/react';
import classes from './proof.module.css';

export type WaysIn = RouterOutputs['account']['waysIn'];

/** Whether somebody without a password still has to show who they are; `lose` when the server says so. */
export function useProof({ hasPassword, freshLineLogIn }: WaysIn) {
  const [isLost, setLost] = useState(false);
  return {
    isMissing: !hasPassword && !freshLineLogIn,
    isLost,
    lose: () => setLost(true),
  };
}

interface ProofProps {
  waysIn: WaysIn;
  email: string;
  /** The page that asks, without language: the walk ends there. */
  path: string;
  /** It was there, and is too old by now. */
  again?: boolean;
}

/**
 * What stands in for a password that does not exist: a fresh log-in with LINE, or choosing a password by mail where
 * there is no LINE, or only one that was linked a moment ago.
 */
export function Proof({ waysIn, email, path, again }: ProofProps) {
  const t = useI18n();
  const locale = useLocale();
  const ending = lineEnding(useSearchParams().get('line') ?? undefined);
  const box = useFocusOnFailure<HTMLDivElement>(again ? 1 : 0);
  return (
    <div ref={box} tabIndex={-1} className={classes.proof}>
      {waysIn.lineCanProve && !again && <Ending ending={ending} />}
      <Notice tone="info" title={t('details.proof.title')} urgent={again}>
        {waysIn.lineCanProve ? (
          <>
            <p>{again ? t('details.proof.again') : t('details.proof.line')}</p>
            <div className={classes.action}>
              <LineLink href={lineStart('login', localePath(locale, path), ending === 'unfinished')}>
                {t('details.proof.lineSubmit')}
              </LineLink>
            </div>
          </>
        ) : (
          <>
            <p>{waysIn.line ? t('details.proof.lineNew', { email }) : t('details.proof.mail', { email })}</p>
            <div className={classes.action}>
              <ButtonLink href={localePath(locale, '/forgot-password')} look="secondary">
                {t('details.proof.mailSubmit')}
              </ButtonLink>
            </div>
          </>
        )}
      </Notice>
    </div>
  );
}

/** How confirming ended, when it came to nothing. */
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
      return <Notice tone="bad" urgent title={t('errors.LINE_FAILED')} />;
  }
}
