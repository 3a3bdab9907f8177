'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import { Notice } from '@/components/notice';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { FormPage, Points } from './form-page';
import { PASSKEYS_PATH, type Passkeys } from './passkey-props';
import { PasskeyRow } from './passkey-row';
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
