'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import { Moment } from './moment';
import type { RowProps } from './passkey-props';
import classes from './passkeys.module.css';

/** Few visits change a passkey, so that the forms are not part of the first load. */
const RenamePasskey = lazy(async () => ({ default: (await import('./rename-passkey')).RenamePasskey }));
const RemovePasskey = lazy(async () => ({ default: (await import('./remove-passkey')).RemovePasskey }));

/** Shows one passkey, with buttons to rename and to remove it. */
export function PasskeyRow(props: RowProps) {
  const { name, synced, createdAt, lastUsedAt } = props.passkey;
  const t = useI18n();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    setMode('shown');
    // The form is removed at the next render. Only after that can a button take the focus.
    window.setTimeout(() => row.current?.querySelector('button')?.focus());
  };
  const buttons = (
    <div className="actions">
      <Button
        look="quiet"
        aria-label={t('details.passkeys.renameOf', { name })}
        onClick={() => setMode('renaming')}
      >
        {t('details.passkeys.rename')}
      </Button>
      <Button
        look="quiet"
        aria-label={t('details.passkeys.removeOf', { name })}
        onClick={() => setMode('removing')}
      >
        {t('details.passkeys.remove')}
      </Button>
    </div>
  );
  return (
    <li ref={row} className={classes.row}>
      <h2 className={classes.name}>{name}</h2>
      <p className="muted small">{t('details.passkeys.added', { moment: <Moment at={createdAt} /> })}</p>
      <p className="muted small">
        {lastUsedAt === null
          ? t('details.passkeys.unused')
          : t('details.passkeys.used', { moment: <Moment at={lastUsedAt} /> })}
      </p>
      {synced && <p className="muted small">{t('details.passkeys.synced')}</p>}
      <Suspense fallback={buttons}>
        {mode === 'shown' && buttons}
        {mode === 'renaming' && <RenamePasskey {...props} onClose={close} />}
        {mode === 'removing' && <RemovePasskey {...props} onClose={close} />}
      </Suspense>
    </li>
  );
}
