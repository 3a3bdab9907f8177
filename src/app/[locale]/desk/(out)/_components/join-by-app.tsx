'use client';

import { useI18n } from '@/locales/client';
import { CodeForm } from './code-form';
import classes from './out.module.css';

/** `qr`: a QR code for the app, as a data URL. `secret`: the same to type. */
export interface AppSecret {
  qr: string;
  secret: string;
}

interface JoinByAppProps {
  app: AppSecret;
  send: (code: string) => Promise<'leaving'>;
  onOver: () => void;
}

/** Sets up an authenticator app, and asks for its first code. */
export function JoinByApp({ app, send, onOver }: JoinByAppProps) {
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
