'use client';

import type { ReactNode } from 'react';
import { ButtonAnchor } from '@/components/button-anchor';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import classes from './secret-link.module.css';

interface OutcomeProps {
  art: ReactNode;
  title: string;
  isGood?: boolean;
  /** Whether the outcome replaces the open page. Its heading then takes the focus. */
  arrived: boolean;
  children: ReactNode;
}

/** Shows how the action or payment of a secret link ended. */
export function Outcome({ art, title, isGood = false, arrived, children }: OutcomeProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(arrived);
  return (
    <div className="stack narrow">
      <div className="picture scene" data-tone={isGood ? 'good' : undefined}>
        {art}
      </div>
      <h1 ref={heading} tabIndex={-1} className={isGood ? classes.good : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The button that logs in and opens the account. */
export function LogInToAccount({ look }: { look?: 'secondary' }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} look={look} wide>
      {t('secretLink.logIn')}
    </ButtonAnchor>
  );
}
