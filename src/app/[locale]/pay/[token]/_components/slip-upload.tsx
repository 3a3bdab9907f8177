'use client';

import { useId, useRef, useState } from 'react';
import { useI18n } from '@/locales/client';
import type { SlipState } from '@/domain/slip';
import classes from './slip-upload.module.css';
import { sendSlip } from './send-slip';

interface SlipUploadProps {
  token: string;
  /** The state of the last slip of this link; null without one. */
  slip: SlipState | null;
  onSent: () => Promise<void>;
}

/** Takes the picture of a transfer slip from the camera or the gallery, or dropped on it, and says what follows. */
export function SlipUpload({ token, slip, onSent }: SlipUploadProps) {
  const t = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isSending, setSending] = useState(false);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File | undefined) => {
    if (!file || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      const refused = await sendSlip(token, file);
      if (refused === null) await onSent();
      setProblem(refused === null ? null : (refused.message ?? t(`payments.slip.${refused.why}`)));
    } finally {
      setSending(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div className="stack">
      <label
        className={`tap ${classes.drop}`}
        data-over={isOver || undefined}
        data-busy={isSending || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="visually-hidden"
          disabled={isSending}
          aria-describedby={hint}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <span className="strong">{t(isSending ? 'payments.slip.sending' : 'payments.slip.send')}</span>
      </label>
      <p id={hint} className="muted small">
        {t('payments.slip.hint')}
      </p>
      <p
        role="status"
        className={problem || slip === 'foreign' || slip === 'unknown' ? 'problem' : undefined}
      >
        {problem ?? (slip && t(`payments.slip.state.${slip}`))}
      </p>
    </div>
  );
}
