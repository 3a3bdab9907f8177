'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { Baht } from '@/components/values';
import { FRIEND_DISCOUNT } from '@/domain/referral';
import { useI18n, useLocale } from '@/locales/client';
import classes from './code-field.module.css';
import { invitationOf, useFlow } from './flow';

/** The code that was put in before the payment step: what it takes off, or that it did not hold. */
export function KeptCode() {
  const t = useI18n();
  const locale = useLocale();
  const { draft, ready, update } = useFlow();
  if (!ready) return null;
  if (draft.refusedCode !== '') {
    return (
      <Notice tone="bad" urgent title={t('validation.discountCode')}>
        <p>{t('rewards.code.refused')}</p>
      </Notice>
    );
  }
  if (draft.code === '') return null;
  const code = <span className="keep">{draft.code}</span>;
  return (
    <div className={classes.applied}>
      <p role="status">
        {invitationOf(draft) === null ? (
          t('rewards.code.later', { code })
        ) : (
          <>
            <strong>{t('validation.gotDiscount')}</strong>{' '}
            {t('rewards.code.applied', {
              discount: <Baht satang={FRIEND_DISCOUNT} locale={locale} short />,
              code,
            })}
          </>
        )}
      </p>
      <Button look="quiet" onClick={() => update({ code: '' })}>
        {t('rewards.code.remove')}
      </Button>
    </div>
  );
}
