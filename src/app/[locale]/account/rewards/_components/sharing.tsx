'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { CopyableFact, CopyableFacts } from '@/components/copyable-facts';
import { LineLink } from '@/components/line-link';
import { useFocusOnMount } from '@/components/use-focus';
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
  const box = useFocusOnMount<HTMLDivElement>(isNew);
  const canShare = useCanShare();
  const message = t('rewards.invite.message', { discount: shortBahtText(friendDiscount, locale), link });
  const share = async () => {
    try {
      await navigator.share({ text: message });
    } catch {
      // Closed without sending, which is an answer too.
    }
  };

  return (
    <div ref={box} tabIndex={-1} className={classes.sharing}>
      <CopyableFacts>
        <CopyableFact name={t('rewards.invite.code')} text={code}>
          <strong className={classes.code}>{code}</strong>
        </CopyableFact>
        <CopyableFact name={t('rewards.invite.link')} text={link}>
          <Address link={link} />
        </CopyableFact>
      </CopyableFacts>
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

/** Known in the browser only, and never changing there. */
function useCanShare(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => 'share' in navigator,
    () => false,
  );
}
