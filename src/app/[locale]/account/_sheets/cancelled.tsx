'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import { LeafList } from '@/components/leaf-list';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import classes from './cancel.module.css';

/**
 * Confirms the cancellation. Explains the remaining deliveries, the points that stay, and the reactivation.
 * @param isNew whether the subscription was cancelled just now
 */
export function Cancelled({ isNew }: { isNew: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const heading = useFocusOnMount<HTMLHeadingElement>(isNew);
  useEffect(() => {
    // Refreshes cached pages, because they may show orders that no longer exist.
    if (isNew) router.refresh();
  }, [isNew, router]);
  return (
    <div className="stack">
      <ClosedBoxArt className={classes.picture} />
      <h3 ref={heading} tabIndex={-1}>
        {t('subscription.cancel.doneTitle')}
      </h3>
      <p>{t('subscription.cancel.doneText')}</p>
      <LeafList>
        <li>{t('subscription.cancel.donePaid')}</li>
        <li>{t('subscription.cancel.donePoints')}</li>
      </LeafList>
      <p>{t('subscription.cancel.back')}</p>
      <ButtonLink href={localePath(locale, '/account')} wide>
        {t('subscription.toAccount')}
      </ButtonLink>
      <ButtonLink href={localePath(locale, sheetPath('restart'))} look="secondary" wide>
        {t('account.stopped.restart')}
      </ButtonLink>
    </div>
  );
}
