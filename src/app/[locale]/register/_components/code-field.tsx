'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { Button } from '@/components/button';
import { useKeptInput } from '@/components/session/use-kept-input';
import { useFocusOnMount } from '@/components/use-focus';
import { normaliseCode } from '@/domain/referral';
import { useI18n } from '@/locales/client';
import classes from './code-field.module.css';
import { useFlow } from './flow';
import { useCode } from './use-code';

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
