'use client';

import { useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { Proof, type LoginMethods } from './proof';
import { useProvenCommand } from './use-proven-command';
import { Resend } from '../../_components/resend';

interface UnlinkProps {
  loginMethods: LoginMethods;
  email: string;
  onUnlinked: (left: LoginMethods) => void;
}

/** Unlinks LINE after a confirmation. If LINE is the only login method, explains how to add another first. */
export function Unlink({ loginMethods, email, onUnlinked }: UnlinkProps) {
  const t = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [isLast, setLast] = useState(false);
  const button = useRef<HTMLDivElement>(null);

  const close = () => {
    setOpen(false);
    // The panel is removed at the next render. Only after that can the button take the focus.
    window.setTimeout(() => button.current?.querySelector('button')?.focus());
  };

  if (isOpen && (isLast || !loginMethods.canUnlinkLine))
    return <LastWayIn loginMethods={loginMethods} email={email} />;
  if (isOpen)
    return (
      <Confirmation
        loginMethods={loginMethods}
        email={email}
        onLast={() => setLast(true)}
        onUnlinked={onUnlinked}
        onClose={close}
      />
    );
  return (
    <div ref={button}>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t('details.line.unlink')}
      </Button>
    </div>
  );
}

interface ConfirmationProps extends UnlinkProps {
  onLast: () => void;
  onClose: () => void;
}

function Confirmation({ loginMethods, email, onLast, onUnlinked, onClose }: ConfirmationProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const { start, confirmed, busy, problem, isProofNeeded } = useProvenCommand(
    async () => {
      const left = await trpc.account.unlinkLine.mutate();
      showToast({ message: t('details.line.unlinked'), tone: 'good' });
      onUnlinked(left);
    },
    ({ code }) => {
      if (code !== 'LAST_WAY_IN') return undefined;
      onLast();
      return null;
    },
  );

  if (isProofNeeded)
    return (
      <Proof
        loginMethods={loginMethods}
        email={email}
        path="/account/details/line"
        asked
        onProven={confirmed}
      />
    );

  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby="unlink-title" className="card">
      <h2 id="unlink-title" className="h3">
        {t('details.line.unlinkTitle')}
      </h2>
      <p>{t('details.line.unlinkText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions mt-3">
        <Button busy={busy} onClick={() => void start()}>
          {busy ? t('details.line.unlinking') : t('details.line.unlinkYes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.line.unlinkNo')}
        </Button>
      </div>
    </div>
  );
}

/** Explains why LINE cannot be unlinked yet, and offers two alternatives. */
function LastWayIn({ loginMethods, email }: Omit<UnlinkProps, 'onUnlinked'>) {
  const t = useI18n();
  const locale = useLocale();
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="waiting" urgent title={t('errors.LAST_WAY_IN')}>
        <ButtonLink href={localePath(locale, '/account/details/password')}>
          {t('details.line.lastPassword')}
        </ButtonLink>
        {!loginMethods.emailVerified && (
          <>
            <p>{t('details.line.lastMail', { email })}</p>
            <Resend email={email} />
          </>
        )}
      </Notice>
    </div>
  );
}
