'use client';

import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '@/components/button';
import { LineLink } from '@/components/line-link';
import { lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
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

/** What stands in for a password that does not exist: a fresh log-in with LINE, or choosing a password by mail. */
export function Proof({ waysIn, email, path, again }: ProofProps) {
  const t = useI18n();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (again) box.current?.focus();
  }, [again]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="info" title={t('details.proof.title')} urgent={again}>
        {waysIn.line ? (
          <>
            <p>{again ? t('details.proof.again') : t('details.proof.line')}</p>
            <div className={classes.action}>
              <LineLink href={lineStart('login', localePath(locale, path))}>
                {t('details.proof.lineSubmit')}
              </LineLink>
            </div>
          </>
        ) : (
          <>
            <p>{t('details.proof.mail', { email })}</p>
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
