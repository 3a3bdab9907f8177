'use client';

import { useState } from 'react';
import { LineEndingNotice } from '@/components/line-ending';
import { LineLink } from '@/components/line-link';
import { lineStart } from '@/components/line-start';
import { Notice } from '@/components/notice';
import { type LineEnding, lineAddress } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { FormPage, Points } from './form-page';
import { ButtonAnchor } from '@/components/button-anchor';
import { ExternalMark } from '@/components/external-mark';
import classes from './details.module.css';
import { Proof, type LoginMethods } from './proof';
import { Unlink } from './unlink';

const PATH = '/account/details/line';

interface LinePageProps {
  loginMethods: LoginMethods;
  email: string;
  /** The result of the log-in at LINE, or null if the subscriber does not come from LINE. */
  ending: LineEnding | null;
  /** The id or URL of ira's LINE official account. Null if it is not configured. */
  official: string | null;
}

/** Lets the subscriber link or unlink LINE, which is a login method and a message channel. */
export function LinePage({ loginMethods: initial, email, ending: initialEnding, official }: LinePageProps) {
  const t = useI18n();
  const locale = useLocale();
  const [loginMethods, setLoginMethods] = useState(initial);
  const [ending, setEnding] = useState(initialEnding);
  const { line } = loginMethods;
  const start = lineStart('link', localePath(locale, PATH), ending === 'unfinished');

  return (
    <FormPage
      heading={line ? t('details.line.headingLinked') : t('details.line.heading')}
      lead={line ? undefined : t('details.line.lead')}
      aside={
        <Points
          title={t('details.line.how')}
          points={[t('details.line.how1'), t('details.line.how2'), t('details.line.how3')]}
        />
      }
    >
      <Ending ending={ending} />
      {line ? (
        <div className={`stack-5 mt-5 ${classes.even}`}>
          <section className="card anywhere" aria-labelledby="line-title">
            <h2 id="line-title" className="muted label">
              {t('details.line.linkedAs')}
            </h2>
            <p className="h2">{line.displayName ?? t('details.line.someone')}</p>
            <p className="lead">
              {line.friend && !line.blocked ? t('details.line.since') : t('details.line.sinceMail')}
            </p>
          </section>
          <LineMessages line={line} official={official} />
          <Unlink
            loginMethods={loginMethods}
            email={email}
            onUnlinked={(left) => {
              setLoginMethods(left);
              setEnding(null);
            }}
          />
        </div>
      ) : (
        <div className={`stack-5 mt-5 ${classes.even}`}>
          {loginMethods.freshLogIn ? (
            <LineLink href={start}>{linkLabel()}</LineLink>
          ) : (
            <Proof
              loginMethods={loginMethods}
              email={email}
              path={PATH}
              onProven={() => setLoginMethods({ ...loginMethods, freshLogIn: true })}
            />
          )}
        </div>
      )}
    </FormPage>
  );

  function linkLabel() {
    if (ending === 'unfinished') return t('auth.line.again');
    return ending === 'linked_elsewhere' ? t('details.line.linkOther') : t('details.line.link');
  }
}

/** Shows the result of the log-in at LINE. */
function Ending({ ending }: Pick<LinePageProps, 'ending'>) {
  const t = useI18n();
  switch (ending) {
    case null:
      return null;
    case 'linked':
      return (
        <Notice tone="good" urgent title={t('details.line.done')}>
          <p>{t('details.line.insteadText', { instead: <strong>{t('details.line.instead')}</strong> })}</p>
        </Notice>
      );
    case 'linked_elsewhere':
      return (
        <Notice tone="bad" urgent title={t('errors.LINE_LINKED_ELSEWHERE')}>
          <p>{t('details.line.elsewhereText')}</p>
        </Notice>
      );
    case 'denied':
    case 'unfinished':
    case 'failed':
      return (
        <LineEndingNotice
          ending={ending}
          denied={t('details.line.nothingChanged')}
          unfinished={t('auth.line.unfinishedText')}
        />
      );
    case 'payment_pending':
      return <Notice tone="waiting" urgent title={t('errors.PAYMENT_PENDING')} />;
    case 'not_linked':
    case 'taken':
      return <Notice tone="bad" urgent title={t('errors.LINE_FAILED')} />;
  }
}

interface LineMessagesProps {
  line: NonNullable<LoginMethods['line']>;
  /** The id or URL of ira's LINE official account. Null if it is not configured. */
  official: string | null;
}

/** Explains what the subscriber must do to receive messages by LINE. Renders nothing if messages arrive. */
function LineMessages({ line, official }: LineMessagesProps) {
  const t = useI18n();
  if (line.blocked) {
    return (
      <Notice tone="waiting" title={t('details.line.blocked')}>
        <p>{t('details.line.blockedText')}</p>
        <ol className="numbered mt-2">
          <li>{t('details.line.blocked1')}</li>
          <li>{t('details.line.blocked2')}</li>
          <li>{t('details.line.blocked3')}</li>
        </ol>
      </Notice>
    );
  }
  if (line.friend) return null;
  return (
    <Notice tone="waiting" title={t('details.line.friend')}>
      <p>{t('details.line.friendText')}</p>
      {official === null ? (
        <p>{t('details.line.friendHow')}</p>
      ) : (
        <ButtonAnchor href={lineAddress(official)} look="secondary">
          {t('details.line.friendLink')}
          <ExternalMark label={t('common.leaves')} />
        </ButtonAnchor>
      )}
    </Notice>
  );
}
