'use client';

import { Textarea } from '@mantine/core';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { useFailureText } from '@/components/forms/use-failure-text';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { useKeptInput } from '@/components/session/use-kept-input';
import type { SubscriptionStatus } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import { ChangeNotices } from '../../_components/change-notices';
import { Screen } from '../../_components/screen';
import screen from '../../_components/screen.module.css';
import type { Problem } from '../../_components/use-change';
import classes from './cancel.module.css';
import { Cancelled } from './cancelled';

const COMMENT_MAX = 2000;

interface CancelFormProps {
  reasons: readonly { code: string; label: string }[];
  points: number;
  status: SubscriptionStatus;
}

/** Leaving: what it means, why if you like, and a button that works. */
export function CancelForm({ reasons, points, status }: CancelFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const [reason, setReason] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const { submit, busy, problem, failures, isMissing, isDone } = useCancel();
  const isAnswered = !isDone && (reason !== null || comment !== '');
  const wasKept = useKeptInput('cancel', isAnswered ? { reason, comment } : null, (kept) => {
    if (reasons.some(({ code }) => code === kept.reason)) setReason(kept.reason as string);
    if (typeof kept.comment === 'string') setComment(kept.comment);
  });

  if (isDone || status === 'cancelled') return <Cancelled isNew={isDone} />;
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.cancel.title')}
      lead={t('subscription.cancel.lead')}
    >
      <div className={screen.columns}>
        <ul className={classes.means}>
          <li>{t('subscription.cancel.orders')}</li>
          <li>{t('subscription.cancel.paid')}</li>
          <li>{t('subscription.cancel.points', { points: t('common.points', { count: points }) })}</li>
        </ul>
        {status === 'active' && <Offers />}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit(reason, comment);
          }}
        >
          <RadioList
            name="reason"
            id="cancel-reason"
            legend={t('subscription.cancel.legend')}
            options={reasons.map(({ code, label }) => ({ value: code, label }))}
            value={reason}
            onChange={setReason}
            error={isMissing && reason === null ? t('subscription.cancel.missing') : null}
          />
          <Textarea
            className={classes.comment}
            name="comment"
            label={t('subscription.cancel.comment')}
            description={t('subscription.cancel.commentHint')}
            rows={3}
            maxLength={COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <ChangeNotices
            wasKept={wasKept && isAnswered}
            isStale={false}
            problem={problem}
            failures={problem ? failures : 0}
          />
          <div className={screen.actions}>
            <Button type="submit" wide busy={busy}>
              {t(busy ? 'subscription.cancel.cancelling' : 'subscription.cancel.submit')}
            </Button>
          </div>
        </form>
      </div>
    </Screen>
  );
}

/** What else would help somebody who only needs a break; beside the way out, never in it. */
function Offers() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <aside className={`${classes.offers} ${screen.beside}`} aria-labelledby="offers-title">
      <h2 id="offers-title" className={classes.offersTitle}>
        {t('subscription.cancel.offersTitle')}
      </h2>
      <ul>
        <li>
          <Link href={localePath(locale, '/account')} className={classes.offer}>
            {t('subscription.cancel.offerSkip')}
          </Link>
        </li>
        <li>
          <Link
            href={localePath(locale, '/account/subscription/frequency?every=3')}
            className={classes.offer}
          >
            {t('subscription.cancel.offerSlow')}
          </Link>
        </li>
      </ul>
    </aside>
  );
}

function useCancel() {
  const failureText = useFailureText();
  const call = trpc.subscription.cancel.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);

  const submit = async (reason: string | null, comment: string) => {
    if (underWay.current) return;
    setProblem(null);
    if (reason === null) {
      setMissing(true);
      document.getElementById('cancel-reason')?.focus();
      return;
    }
    underWay.current = true;
    setBusy(true);
    try {
      await call.mutateAsync({ reason, ...(comment.trim() !== '' && { comment }) });
      setDone(true);
    } catch (error) {
      const refusal = refusalOf(error);
      // In another tab, perhaps: what was wanted is so.
      if (refusal.code === 'ALREADY_CANCELLED') return setDone(true);
      if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
      setProblem({ code: refusal.code, message: failureText(refusal) });
      setFailures((count) => count + 1);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return { submit, busy, problem, failures, isMissing, isDone };
}
