'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import { Notice } from '@/components/notice';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { FormPage, Points } from './form-page';
import { PASSKEYS_PATH, type Passkeys, type RowProps } from './passkey-props';
import { Button } from '@/components/button';
import { Moment } from './moment';
import classes from './passkeys.module.css';
import type { LoginMethods } from './proof';
import { useProof } from './use-proof';

/** Only a browser that can use passkeys needs this form, and few visits a confirmation: not part of the first load. */
const AddPasskey = lazy(async () => ({ default: (await import('./add-passkey')).AddPasskey }));
const Proof = lazy(async () => ({ default: (await import('./proof')).Proof }));

interface PasskeysPageProps {
  initial: Passkeys;
  loginMethods: LoginMethods;
  email: string;
}

/** Lists the passkeys of the account, with forms to add, rename and remove them. */
export function PasskeysPage({ initial, loginMethods, email }: PasskeysPageProps) {
  const t = useI18n();
  const isSupported = usePasskeySupport();
  const [{ passkeys, max }, setList] = useState(initial);
  const proof = useProof(false);
  const body = useRef<HTMLDivElement>(null);
  const change = (list: Passkeys, message: string) => {
    setList(list);
    showToast({ message, tone: 'good' });
    if (list.passkeys.length < passkeys.length) body.current?.focus();
  };
  const goOn = () => {
    proof.give();
    body.current?.focus();
  };

  return (
    <FormPage
      heading={t('details.passkeys.heading')}
      lead={t('details.passkeys.lead')}
      aside={
        <Points
          title={t('details.passkeys.how')}
          points={[t('details.passkeys.how1'), t('details.passkeys.how2'), t('details.passkeys.how3')]}
        />
      }
    >
      <div ref={body} tabIndex={-1} className={`stack-5 ${classes.body}`}>
        {passkeys.length > 0 ? (
          <ul className="stack" aria-label={t('details.passkeys.title')}>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.passkeyId}
                passkey={passkey}
                loginMethods={loginMethods}
                email={email}
                onChanged={change}
              />
            ))}
          </ul>
        ) : (
          <div className={classes.none}>
            <h2>{t('details.passkeys.none')}</h2>
            {isSupported && <p>{t('details.passkeys.noneText')}</p>}
          </div>
        )}
        {proof.isNeeded && (
          <Suspense>
            <Proof loginMethods={loginMethods} email={email} path={PASSKEYS_PATH} asked onProven={goOn} />
          </Suspense>
        )}
        {isSupported === false && (
          <Notice tone="info" title={t('details.passkeys.unsupported')}>
            <p>{t('details.passkeys.unsupportedText')}</p>
          </Notice>
        )}
        {isSupported && passkeys.length >= max && <p>{t('details.passkeys.full', { max })}</p>}
        {isSupported && passkeys.length < max && (
          <div className={classes.adding} hidden={proof.isNeeded}>
            <Suspense>
              <AddPasskey onProofNeeded={proof.ask} onAdded={change} />
            </Suspense>
          </div>
        )}
      </div>
    </FormPage>
  );
}

/** Few visits change a passkey, so that the forms are not part of the first load. */
const RenamePasskey = lazy(async () => ({ default: (await import('./rename-passkey')).RenamePasskey }));
const RemovePasskey = lazy(async () => ({ default: (await import('./remove-passkey')).RemovePasskey }));

/** Shows one passkey, with buttons to rename and to remove it. */
function PasskeyRow(props: RowProps) {
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
