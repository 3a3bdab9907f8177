'use client';

import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { InvitationArt } from '@/components/art/rewards';
import { Button, ButtonLink } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Baht, DayText } from '@/components/values';
import type { SubscriptionStatus } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { trpc } from '@/trpc/react';
import type { Rewards } from './balance';
import classes from './invite-card.module.css';
import { CopyableFact, CopyableFacts } from '@/components/copyable-facts';
import { LineLink } from '@/components/line-link';
import { useFocusOnMount } from '@/components/use-focus';
import { shortBahtText } from '@/locales/format';

interface InviteCardProps {
  referral: Rewards['referral'];
  status: SubscriptionStatus;
}

/** Explains the reward for the subscriber and the friend. Shows the referral code and ways to share it. */
export function InviteCard({ referral, status }: InviteCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const { friendDiscount, referrerPoints, friends, held } = referral;
  const discount = <Baht satang={friendDiscount} locale={locale} short />;
  const points = <span className="keep">{t('common.points', { count: referrerPoints })}</span>;
  return (
    <section className={`surface ${classes.card}`} aria-labelledby="invite-title">
      <div className={`picture ${classes.picture}`}>
        <InvitationArt />
      </div>
      <div className="pad">
        <h2 id="invite-title" className="h2">
          {t('rewards.invite.title')}
        </h2>
        <p>{t('rewards.invite.text', { discount, points })}</p>
        <Code referral={referral} status={status} />
        <p className="medium mt-3">
          {friends > 0 ? t('rewards.invite.friends', { count: friends }) : t('rewards.invite.noFriends')}
        </p>
        {held.map(({ points: heldPoints, until }, n) => (
          <p key={n} className="medium mt-3">
            {t('rewards.invite.held', {
              points: <span className="keep">{t('common.points', { count: heldPoints })}</span>,
              date: <DayText day={until} locale={locale} short />,
            })}
          </p>
        ))}
        <h3 className="h3 mt-4">{t('rewards.invite.how')}</h3>
        <ol className={`stack-2 ${classes.steps}`}>
          <li>{t('rewards.invite.how1')}</li>
          <li>{t('rewards.invite.how2', { discount })}</li>
          <li>{t('rewards.invite.how3', { points })}</li>
        </ol>
        <p className="muted small">{t('rewards.invite.rules')}</p>
      </div>
    </section>
  );
}

/**
 * Shows the referral code. If there is no code, shows a button that creates one, or why that is not possible
 * now.
 */
function Code({ referral, status }: InviteCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const [made, setMade] = useState<{ code: string; shareUrl: string } | null>(null);
  const { code, shareUrl } = made ?? referral;
  // After an error the page may be out of date, so it is refreshed.
  const get = () =>
    run(async () => setMade(await trpc.rewards.generateCode.mutate({})), {
      onProblem: () => router.refresh(),
    });

  if (code !== null && shareUrl !== null) {
    return (
      <Sharing code={code} link={shareUrl} friendDiscount={referral.friendDiscount} isNew={made !== null} />
    );
  }
  if (referral.allowed) {
    return (
      <div className={classes.get}>
        <Button wide busy={busy} onClick={() => void get()}>
          {t(busy ? 'rewards.invite.getting' : 'rewards.invite.get')}
        </Button>
        {problem && (
          <p role="alert" className="note bad medium">
            {problem.message}
          </p>
        )}
      </div>
    );
  }
  const isStopped = status === 'inactive' || status === 'cancelled';
  return (
    <div className={classes.get}>
      <p className="note info">
        {t(status === 'active' ? 'rewards.invite.pending' : 'rewards.invite.notActive')}
      </p>
      {isStopped && (
        <ButtonLink href={localePath(locale, sheetPath('restart'))} look="secondary" wide>
          {t('rewards.invite.reactivate')}
        </ButtonLink>
      )}
    </div>
  );
}

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
function Sharing({ code, link, friendDiscount, isNew }: SharingProps) {
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
