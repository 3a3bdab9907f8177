'use client';

import { TextArea } from '@/components/forms/text-area';
import { useState, useEffect } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { useCommand } from '@/components/forms/use-command';
import { useKeptInput } from '@/components/session/use-kept-input';
import { HEALTH_REASONS } from '@/domain/cancel-reason';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { ChangeNotices } from './change-notices';
import { SheetFoot } from './sheet';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './cancel.module.css';

const COMMENT_MAX = 2000;

interface CancelFormProps {
  reasons: readonly { code: string; label: string }[];
  /** Whether the subscription is active, so that an offer may fit. */
  isActive: boolean;
  onDone: () => void;
}

/** Asks for a reason and cancels the subscription. */
export function CancelForm({ reasons, isActive, onDone }: CancelFormProps) {
  const t = useI18n();
  const [reason, setReason] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const { submit, busy, problem, failures, isMissing } = useCancel(onDone);
  const isHealth = HEALTH_REASONS.some((one) => one === reason);
  const offer = useOffer(isActive && !isHealth ? reason : null);
  const isAnswered = reason !== null || comment !== '';
  const wasKept = useKeptInput('cancel', isAnswered ? { reason, comment } : null, (kept) => {
    if (reasons.some(({ code }) => code === kept.reason)) setReason(kept.reason as string);
    if (typeof kept.comment === 'string') setComment(kept.comment);
  });

  return (
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
      {!isHealth && (
        <TextArea
          className="mt-5"
          name="comment"
          label={t('subscription.cancel.comment')}
          description={t('subscription.cancel.commentHint')}
          rows={3}
          maxLength={COMMENT_MAX}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      <SheetFoot>
        <ChangeNotices
          wasKept={wasKept && isAnswered}
          isStale={false}
          problem={problem}
          failures={problem ? failures : 0}
        />
        <Button type="submit" wide waits busy={busy}>
          {t(busy ? 'subscription.cancel.cancelling' : 'subscription.cancel.submit')}
        </Button>
        <Offer offer={offer} />
      </SheetFoot>
    </form>
  );
}

function useCancel(onDone: () => void) {
  const { run, busy, problem, failures, forgive } = useCommand();
  const [isMissing, setMissing] = useState(false);

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
        await trpc.subscription.cancel.mutate({ reason, ...(comment.trim() !== '' && { comment }) });
        onDone();
      },
      {
        explain: ({ code }) => {
          if (code !== 'ALREADY_CANCELLED') return undefined;
          // The subscription is already cancelled, perhaps in another tab. This is the requested state.
          onDone();
          return null;
        },
      },
    );
  };

  return { submit, busy, problem, failures, isMissing };
}

type CancelOffer = NonNullable<RouterOutputs['subscription']['cancelOffer']['offer']>;

/**
 * Returns the offer that fits the first chosen reason that has one. Later reasons keep it; `reason` null hides it.
 * The page works without an offer, so that a failed call changes nothing.
 */
function useOffer(reason: string | null): CancelOffer | null {
  const [offer, setOffer] = useState<CancelOffer | null>(null);
  useEffect(() => {
    if (reason === null || offer) return;
    // The response is used even if another reason is chosen meanwhile: the server makes no second offer.
    trpc.subscription.cancelOffer.mutate({ reason }).then(
      (found) => setOffer((present) => present ?? found.offer),
      () => undefined,
    );
  }, [reason, offer]);
  return reason === null ? null : offer;
}

/** Links to the pause or the frequency change that fits the reason, with its preview. */
function Offer({ offer }: { offer: CancelOffer | null }) {
  return (
    <div className={classes.offer} role="status">
      {offer && <OfferLink {...offer} />}
    </div>
  );
}

function OfferLink({ kind, months, frequency, group }: CancelOffer) {
  const t = useI18n();
  const locale = useLocale();
  const [query, label] =
    kind === 'pause'
      ? [`${sheetPath('pause')}&months=${months}`, t(`subscription.cancel.offerPause${months as 1}`)]
      : [`${sheetPath('rhythm')}&every=${frequency}`, t(`subscription.cancel.offerEvery${frequency as 2}`)];
  return (
    <ButtonLink href={localePath(locale, `${query}&offer=${group}`)} look="secondary" wide>
      {label}
    </ButtonLink>
  );
}
