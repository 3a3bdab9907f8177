'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { Baht } from '@/components/values';
import { FRIEND_DISCOUNT } from '@/domain/referral';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './code-field.module.css';
import { invitationOf, useFlow } from './flow';
import { isRegistrationOver, leaveForDetails } from './leave-for-details';
import type { Step } from './steps';

interface KeptCodeProps {
  /** The step that shows the code. */
  step: Step;
  /** Whether a registration is in progress. It may already have the code. */
  started: boolean;
}

/** Shows the code of the draft in the steps before payment: its discount, or that it is invalid. */
export function KeptCode({ step, started }: KeptCodeProps) {
  const t = useI18n();
  const locale = useLocale();
  const { draft, ready } = useFlow();
  const { remove, busy } = useRemoval(started, step);
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
    <div className={`row ${classes.applied}`}>
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
      <Button look="quiet" busy={busy} onClick={() => void remove()}>
        {t('rewards.code.remove')}
      </Button>
    </div>
  );
}

/** Returns a function that removes the code from this device and from the registration in progress. */
function useRemoval(started: boolean, step: Step) {
  const t = useI18n();
  const locale = useLocale();
  const { update } = useFlow();
  const { run, busy } = useCommand();

  const remove = () =>
    run(
      async () => {
        if (started) await trpc.rewards.applyCode.mutate({ code: null });
        update({ code: '' });
        showToast({ message: t('validation.codeRemoved'), tone: 'good' });
        // The focused button is removed with the code.
        document.getElementById('content')?.focus();
      },
      {
        explain: (refusal) => {
          if (!isRegistrationOver(refusal)) return undefined;
          leaveForDetails(locale, step);
          return null;
        },
        onProblem: ({ message }) => showToast({ message, tone: 'bad' }),
      },
    );

  return { remove, busy };
}
