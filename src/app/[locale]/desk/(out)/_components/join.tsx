'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { STAFF_NAME_MAX } from '@/domain/staff';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { createPasskey } from '@/components/passkeys/ceremonies';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { DeadLink } from './dead-link';
import classes from './out.module.css';
import { CodeForm } from './code-form';

type Invitation = Awaited<ReturnType<typeof desk.entry.invitation.mutate>>;

/** Accepts an invitation to the desk with a passkey, or with an authenticator app. */
export function Join({ next }: { next: string }) {
  const t = useI18n();
  const isSupported = usePasskeySupport();
  const { run, busy, problem, forgive } = useCommand();
  const [secret, setSecret] = useState<string | null>();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const [app, setApp] = useState<AppSecret | null>(null);

  useLinkSecret((found) => {
    setSecret(found);
    if (found === null) return;
    void run(async () => {
      const opened = await desk.entry.invitation.mutate({ secret: found });
      setInvitation(opened);
      setName(opened.name);
    });
  });
  if (secret === null || problem?.code === 'TOKEN_EXPIRED') return <DeadLink incomplete={secret === null} />;
  if (!secret || !invitation)
    return problem ? (
      <Notice tone="bad" urgent title={problem.message} />
    ) : (
      <p role="status">{t('common.loading')}</p>
    );

  const withName = (act: () => Promise<'leaving' | void>) => {
    forgive();
    setStopped(false);
    setMissing(name.trim() === '');
    if (name.trim() !== '') void run(act);
  };
  const byPasskey = () =>
    withName(async () => {
      const response = await createPasskey(await desk.entry.requestJoinPasskey.mutate({ secret }));
      if (typeof response === 'string') return setStopped(true);
      await desk.entry.joinWithPasskey.mutate({ secret, name, response });
      loadPage(next);
      return 'leaving';
    });

  return (
    <>
      <h1>{t('desk.join.heading')}</h1>
      <p className="muted anywhere mt-2">
        {t('desk.join.forWhom', { email: invitation.email, role: t(`desk.roles.${invitation.role}`) })}
      </p>
      <div className={`stack-5 mt-5 ${classes.form}`}>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        {isStopped && <Notice tone="waiting" urgent title={t('desk.join.stopped')} />}
        <TextInput
          label={t('desk.join.name')}
          description={t('desk.join.nameHint')}
          autoComplete="name"
          maxLength={STAFF_NAME_MAX}
          value={name}
          error={isMissing ? t('validation.missing', { field: t('desk.join.name') }) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {app ? (
          <JoinByApp
            app={app}
            onOver={() => setSecret('')}
            send={async (code) => {
              await desk.entry.joinWithApp.mutate({ secret, name, code });
              loadPage(next);
              return 'leaving';
            }}
          />
        ) : (
          <>
            {isSupported && (
              <>
                <Button wide busy={busy} onClick={byPasskey}>
                  {t('desk.join.passkey')}
                </Button>
                <p className="muted anywhere mt-2">{t('desk.join.passkeyHint')}</p>
              </>
            )}
            <Button
              look="secondary"
              wide
              busy={busy}
              onClick={() => withName(async () => setApp(await desk.entry.requestJoinApp.mutate({ secret })))}
            >
              {t('desk.join.app')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** `qr`: a QR code for the app, as a data URL. `secret`: the same to type. */
interface AppSecret {
  qr: string;
  secret: string;
}

interface JoinByAppProps {
  app: AppSecret;
  send: (code: string) => Promise<'leaving'>;
  onOver: () => void;
}

/** Sets up an authenticator app, and asks for its first code. */
function JoinByApp({ app, send, onOver }: JoinByAppProps) {
  const t = useI18n();
  return (
    <div>
      <p>{t('desk.join.appHint')}</p>
      {/* oxlint-disable-next-line nextjs/no-img-element -- a data URL */}
      <img src={app.qr} alt={t('desk.join.qr')} className={classes.qr} width={220} height={220} />
      <p>
        {t('desk.join.key')}: <span className={classes.key}>{app.secret}</span>
      </p>
      <CodeForm submit={t('desk.join.finish')} send={send} onOver={onOver} />
    </div>
  );
}
