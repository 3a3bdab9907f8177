'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { LineLink } from '@/components/line-link';
import { useI18n, useLocale } from '@/locales/client';
import { shortBahtText } from '@/locales/format';
import classes from './invite-card.module.css';

interface SharingProps {
  code: string;
  /** Where the invitation leads. */
  link: string;
  /** Satang. */
  friendDiscount: number;
  /** The code was made on this page just now. */
  isNew: boolean;
}

/** The code and the link, to copy or to send: by LINE, or by whatever the phone offers. */
export function Sharing({ code, link, friendDiscount, isNew }: SharingProps) {
  const t = useI18n();
  const locale = useLocale();
  const [said, setSaid] = useState('');
  const [copied, setCopied] = useState<'code' | 'link' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const canShare = useCanShare();
  const message = t('rewards.invite.message', { discount: shortBahtText(friendDiscount, locale), link });

  const copyable = (what: 'code' | 'link', text: string) => ({
    text,
    isCopied: copied === what,
    onCopied: (done: boolean) => {
      setCopied(done ? what : null);
      setSaid(t(`rewards.invite.${done ? COPIED[what] : SELECTED[what]}`));
    },
  });
  const share = async () => {
    try {
      await navigator.share({ text: message });
    } catch {
      // Closed without sending, which is an answer too.
    }
  };

  return (
    <div ref={box} tabIndex={-1} className={classes.sharing}>
      <dl className={classes.facts}>
        <Copyable
          name={t('rewards.invite.code')}
          label={t('rewards.invite.copyCode')}
          {...copyable('code', code)}
        >
          <strong className={classes.code}>{code}</strong>
        </Copyable>
        <Copyable
          name={t('rewards.invite.link')}
          label={t('rewards.invite.copyLink')}
          {...copyable('link', link)}
        >
          <Address link={link} />
        </Copyable>
      </dl>
      <p role="status" className={copied === null && said ? classes.muted : 'visually-hidden'}>
        {said}
      </p>
      <LineLink href={`https://line.me/R/share?text=${encodeURIComponent(message)}`}>
        {t('rewards.invite.line')}
      </LineLink>
      {canShare && (
        <Button look="secondary" wide onClick={() => void share()}>
          {t('rewards.invite.share')}
        </Button>
      )}
    </div>
  );
}

/** Broken before the code, never within it. */
function Address({ link }: { link: string }) {
  const shown = link.replace(/^https?:\/\//, '');
  const at = shown.lastIndexOf('/') + 1;
  return (
    <>
      {shown.slice(0, at)}
      <wbr />
      <span className="keep">{shown.slice(at)}</span>
    </>
  );
}

const COPIED = { code: 'codeCopied', link: 'linkCopied' } as const;
const SELECTED = { code: 'selectedCode', link: 'selectedLink' } as const;

/** Known in the browser only, and never changing there. */
function useCanShare(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => 'share' in navigator,
    () => false,
  );
}

interface CopyableProps {
  name: string;
  /** Of the button. */
  label: string;
  text: string;
  isCopied: boolean;
  /** `done`: it is in the clipboard; else it is selected, to be copied by hand. */
  onCopied: (done: boolean) => void;
  children: React.ReactNode;
}

function Copyable({ name, label, text, isCopied, onCopied, children }: CopyableProps) {
  const t = useI18n();
  const value = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onCopied(true);
    } catch {
      // Some in-app browsers refuse: what is selected can be copied by a long press.
      if (value.current) window.getSelection()?.selectAllChildren(value.current);
      onCopied(false);
    }
  };
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd ref={value}>{children}</dd>
      <dd className={classes.action}>
        <button
          type="button"
          className={classes.copy}
          data-done={isCopied || undefined}
          aria-label={isCopied ? undefined : label}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'rewards.invite.copied' : 'rewards.invite.copy')}
        </button>
      </dd>
    </div>
  );
}
