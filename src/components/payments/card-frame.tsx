'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnFailure } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import classes from './card-frame.module.css';
import { TotalChanged } from './total-changed';
import type { CardSubmission } from './use-card-submission';

interface CardFrameProps {
  card: CardSubmission;
  /** The title above the bank's reason for a decline, and the explanation below it. */
  declined: { title: string; text: string };
}

/**
 * Shows the gateway's card form and the result of the last attempt. Explains that only the gateway receives
 * the card number.
 */
export function CardFrame({ card, declined }: CardFrameProps) {
  const t = useI18n();
  const { form, problem, failures } = card;
  const notice = useFocusOnFailure<HTMLDivElement>(failures);

  return (
    <>
      {problem && (
        <div ref={notice} tabIndex={-1}>
          {problem.kind === 'declined' && (
            <Notice tone="bad" urgent title={declined.title}>
              <p>{problem.message}</p>
              <p>{declined.text}</p>
            </Notice>
          )}
          {problem.kind === 'total' && <TotalChanged message={problem.message} />}
          {problem.kind === 'other' && <Notice tone="bad" urgent title={problem.message} />}
        </div>
      )}
      {form.state === 'loading' && <p className="muted small">{t('register.payment.formLoading')}</p>}
      {form.state === 'failed' && (
        <Notice tone="bad" urgent title={t('register.payment.formFailed')}>
          <Button look="secondary" onClick={form.retry}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      <div id={card.elementId} className={classes.frame} />
      <p className={classes.security}>{t('register.payment.security')}</p>
    </>
  );
}
