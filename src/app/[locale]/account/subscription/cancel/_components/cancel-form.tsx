'use client';

import { Textarea } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { useCommand } from '@/components/forms/use-command';
import { useKeptInput } from '@/components/session/use-kept-input';
import { HEALTH_REASONS, type SubscriptionStatus } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { ChangeNotices } from '../../_components/change-notices';
import { Screen } from '../../_components/screen';
import screen from '../../_components/screen.module.css';
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
          {!HEALTH_REASONS.some((one) => one === reason) && (
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
          )}
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
  const call = trpc.subscription.cancel.useMutation();
  const { run, busy, problem, failures, forgive } = useCommand();
  const [isMissing, setMissing] = useState(false);
  const [isDone, setDone] = useState(false);

  const submit = async (reason: string | null, comment: string) => {
    if (busy) return;
    if (reason === null) {
      forgive();
      setMissing(true);
      document.getElementById('cancel-reason')?.focus();
      return;
    }
    await run(
      async () => {
        await call.mutateAsync({ reason, ...(comment.trim() !== '' && { comment }) });
        setDone(true);
      },
      {
        explain: ({ code }) => {
          if (code !== 'ALREADY_CANCELLED') return undefined;
          // In another tab, perhaps: what was wanted is so.
          setDone(true);
          return null;
        },
      },
    );
  };

  return { submit, busy, problem, failures, isMissing, isDone };
}
