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
  /** The URL of the invitation page. */
  link: string;
  /** The friend's discount in satang. */
  friendDiscount: number;
  /** Whether the code was just created on this page. */
  isNew: boolean;
}

/** Shows the code and the link with buttons to copy them or share them by LINE or the phone's share sheet. */
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
      // The share sheet was closed without sending.
    }
  };

  return (
    <div ref={box} tabIndex={-1} className={classes.sharing}>
      <CopyableFacts>
        <CopyableFact name={t('rewards.invite.code')} text={code} t={t}>
          <strong className={classes.code}>{code}</strong>
        </CopyableFact>
        <CopyableFact name={t('rewards.invite.link')} text={link} t={t}>
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

/** Shows the URL without its protocol. A line break is possible before the code, but never inside it. */
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

/** Whether the browser has a share sheet. False during rendering on the server. */
function useCanShare(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => 'share' in navigator,
    () => false,
  );
}
