'use client';

import { useState, useEffect } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { LeafList } from '@/components/leaf-list';
import { Notice } from '@/components/notice';
import type { SubscriptionStatus } from '@/domain/subscription';
import { REASONS_SHOWN } from '@/domain/cancel-reason';
import { useI18n, useLocale } from '@/locales/client';
import { siteCloudApi } from '@/trpc/rest-clients';
import { refusalOf } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { CancelForm } from './cancel-form';
import classes from './cancel.module.css';
import { useRouter } from 'next/navigation';
import { ClosedBoxArt } from '@/components/art/box';
import { useFocusOnMount } from '@/components/use-focus';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';

interface CancelScreenProps {
  points: number;
  status: SubscriptionStatus;
}

/** Explains the effects of a cancellation. Shows the form when the list of reasons is loaded. */
export function CancelScreen({ points, status }: CancelScreenProps) {
  const t = useI18n();
  const [isDone, setDone] = useState(false);
  if (isDone || status === 'cancelled') return <Cancelled isNew={isDone} />;
  return (
    <>
      <LeafList>
        <li>{t('subscription.cancel.orders')}</li>
        <li>{t('subscription.cancel.paid')}</li>
        <li>{t('subscription.cancel.points', { points: t('common.points', { count: points }) })}</li>
      </LeafList>
      <ReasonsLoaded isActive={status === 'active'} onDone={() => setDone(true)} />
    </>
  );
}

/** Loads the cancellation reasons from the cloud API and shows the form. */
function ReasonsLoaded({ isActive, onDone }: { isActive: boolean; onDone: () => void }) {
  const t = useI18n();
  const locale = useLocale();
  const textOf = useFailureText('read');
  const {
    data: reasons,
    error,
    refetch,
  } = useRead(true, () => ({
    queryKey: ['cancel-reasons'],
    queryFn: async () => (await siteCloudApi().get('/subscription/cancel-reasons')).data.reasons,
  }));
  if (reasons)
    return (
      <CancelForm
        reasons={REASONS_SHOWN.flatMap((code) => {
          const label = reasons.find((reason) => reason.code === code)?.label[locale];
          return label === undefined ? [] : [{ code, label }];
        })}
        isActive={isActive}
        onDone={onDone}
      />
    );
  if (error)
    return (
      <div className={`stack-4 ${classes.reasons}`}>
        <Notice tone="bad" urgent>
          {textOf(refusalOf(error))}
        </Notice>
        <Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>
      </div>
    );
  return (
    <div className={`stack-4 ${classes.reasons}`} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
    </div>
  );
}

/**
 * Confirms the cancellation. Explains the remaining deliveries, the points that stay, and the reactivation.
 * @param isNew whether the subscription was cancelled just now
 */
function Cancelled({ isNew }: { isNew: boolean }) {
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
