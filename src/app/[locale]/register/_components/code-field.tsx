'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState, useEffect, useRef } from 'react';
import { Button } from '@/components/button';
import { useKeptInput } from '@/components/session/use-kept-input';
import { useFocusOnMount } from '@/components/use-focus';
import { normaliseCode } from '@/domain/referral';
import { useI18n, useLocale } from '@/locales/client';
import classes from './code-field.module.css';
import { useFlow } from './flow';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { trpc } from '@/trpc/react';
import { isRegistrationOver, leaveForDetails } from './leave-for-details';

interface CodeFieldProps {
  /** The code of the registration, or null if it has none. */
  code: string | null;
  onChanged: () => Promise<void>;
}

/** Lets the visitor add or remove a discount or referral code. An invalid code does not block the payment. */
export function CodeField({ code, onChanged }: CodeFieldProps) {
  const { draft } = useFlow();
  const { put, busy, error, forgive } = useCode(code, onChanged);
  const [changed, setChanged] = useState<string | null>(null);
  // A successful action removes the tapped element. The element that replaces it takes the focus.
  const [hasActed, setActed] = useState(false);
  const typed = changed ?? draft.refusedCode;
  const act = (code: string | null) => {
    setActed(true);
    return put(code);
  };
  // The field is not named 'code', because fields of that name are never stored.
  useKeptInput('discount', changed ? { discountCode: changed } : null, (kept) => {
    if (typeof kept.discountCode === 'string') setChanged(kept.discountCode);
  });

  if (code !== null)
    return <Applied code={code} busy={busy} takesFocus={hasActed} onRemove={() => void act(null)} />;
  return (
    <Entry
      typed={typed}
      busy={busy}
      error={error}
      takesFocus={hasActed}
      onType={(text) => {
        setChanged(text);
        forgive();
      }}
      onPut={async () => {
        if (await act(normaliseCode(typed))) setChanged(null);
      }}
    />
  );
}

interface EntryProps {
  typed: string;
  busy: boolean;
  error: string | null;
  takesFocus: boolean;
  onType: (text: string) => void;
  onPut: () => Promise<void>;
}

function Entry({ typed, busy, error, takesFocus, onType, onPut }: EntryProps) {
  const t = useI18n();
  const toggle = useFocusOnMount<HTMLElement>(takesFocus);
  return (
    <details open={error !== null || typed !== '' || undefined}>
      <summary ref={toggle} className={`tap ${classes.toggle}`}>
        {t('register.payment.codeToggle')}
      </summary>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (normaliseCode(typed) !== '') void onPut();
        }}
      >
        <TextInput
          label={t('register.payment.codeLabel')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // Long enough for a pasted invitation link.
          maxLength={300}
          value={typed}
          error={error && <span role="alert">{error}</span>}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <Button type="submit" look="secondary" busy={busy}>
          {t('register.payment.codeApply')}
        </Button>
      </form>
    </details>
  );
}

interface AppliedProps {
  code: string;
  busy: boolean;
  takesFocus: boolean;
  onRemove: () => void;
}

function Applied({ code, busy, takesFocus, onRemove }: AppliedProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>(takesFocus);
  return (
    <div ref={box} tabIndex={-1} className={`row ${classes.applied}`}>
      <p role="status">
        <strong>{t('validation.gotDiscount')}</strong>{' '}
        <span className="keep">{t('register.payment.codeApplied', { code })}</span>
      </p>
      <Button look="quiet" busy={busy} onClick={onRemove}>
        {t('register.payment.codeRemove')}
      </Button>
    </div>
  );
}

/**
 * Manages the code of the registration in progress: adds a code or removes the code. If the registration has
 * no code, adds the code of the draft automatically.
 * @param attached the code of the registration, or null if it has none
 */
function useCode(attached: string | null, onChanged: () => Promise<void>) {
  const t = useI18n();
  const locale = useLocale();
  const { draft, ready, update } = useFlow();
  const { run, busy, problem, forgive } = useCommand();

  /** @param code the code to attach; null removes the code @returns whether the call succeeded */
  const put = (code: string | null): Promise<boolean> =>
    run(
      async () => {
        const { message } = await trpc.rewards.applyCode.mutate({ code });
        update({ code: code ?? '', refusedCode: '' });
        await onChanged();
        showToast({ message, tone: 'good' });
      },
      {
        explain: (refusal) => {
          if (isRegistrationOver(refusal)) {
            // The earlier steps read the code from the draft.
            update({ code: code ?? '' });
            leaveForDetails(locale, 'payment');
          } else if (refusal.code === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
          else return undefined;
          return null;
        },
      },
    );

  const invited = ready && attached === null && problem === null ? draft.code : '';
  const tried = useRef('');
  useEffect(() => {
    if (invited === '' || tried.current === invited) return;
    tried.current = invited;
    void put(invited);
    // oxlint-disable-next-line exhaustive-deps -- once per code
  }, [invited]);

  return {
    put,
    busy,
    error: problem?.message ?? (draft.refusedCode !== '' ? t('validation.discountCode') : null),
    /** Removes the error of the previous code. Call it on every change of the field. */
    forgive: () => {
      forgive();
      if (draft.refusedCode !== '') update({ refusedCode: '' });
    },
  };
}
