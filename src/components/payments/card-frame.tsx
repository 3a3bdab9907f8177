'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import classes from './card-frame.module.css';
import type { CardPay } from './use-card-pay';

/**
 * Shows the gateway's card form. Explains that only the gateway receives the card number.
 */
export function CardFrame({ card: { form, elementId } }: { card: CardPay }) {
  const t = useI18n();
  return (
    <>
      {form.state === 'loading' && <p className="muted small">{t('register.payment.formLoading')}</p>}
      {form.state === 'failed' && (
        <Notice tone="bad" urgent title={t('register.payment.formFailed')}>
          <Button look="secondary" onClick={form.retry}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      <div id={elementId} className={classes.frame} />
      <p className={classes.security}>{t('register.payment.security')}</p>
    </>
  );
}
