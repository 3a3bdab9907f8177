'use client';

import Link from 'next/link';
import { accountText } from '@/components/payments/means-name';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { addressText, expiryText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { CalendarFeed } from './calendar-feed';
import { Consents, type Consent } from './consents';
import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { trpc } from '@/trpc/react';
import { saveFile } from '@/components/save-file';
import { useProvenCommand } from './use-proven-command';
import classes from './overview.module.css';
import { type LoginMethods, Proof } from './proof';
import { WaysToLogIn } from './ways-to-log-in';

export type Profile = RouterOutputs['account']['profile'];

interface OverviewProps {
  profile: Profile;
  loginMethods: LoginMethods;
  consents: readonly Consent[];
  /** Since when the calendar feed is on; null if it is off. */
  calendarSince: string | null;
  /** The subscription, and the default card; null without one. */
  paidBy: { subscription: RouterOutputs['auth']['me']['subscription']; card: Card | null };
}

type Card = RouterOutputs['account']['home']['cards'][number];

/** Lists all personal details with links to change them. */
export function Overview({ profile, loginMethods, consents, calendarSince, paidBy }: OverviewProps) {
  const t = useI18n();
  const { delivery } = profile;
  return (
    <TaskPage heading={t('details.title')} lead={t('details.lead')}>
      <div className={`stack-4 mt-5 ${classes.list}`}>
        <Part title={t('payments.method.title')} page="payment" href="/account/cards">
          <p>{howPaid()}</p>
        </Part>
        <Part title={t('details.personal.title')} page="personal">
          <Person profile={profile} />
        </Part>
        <Part title={t('details.address.title')} page="address">
          <p>{delivery ? addressText(delivery) : t('details.address.none')}</p>
        </Part>
        <WaysToLogIn profile={profile} loginMethods={loginMethods} />
        <Messages initiallyOn={profile.optionalMessages} />
        <CalendarFeed initiallySince={calendarSince} />
        <Consents consents={consents} />
        <MyData loginMethods={loginMethods} email={profile.email} />
      </div>
      <LogOut className="mt-5" />
    </TaskPage>
  );

  function howPaid(): string {
    const { subscription, card } = paidBy;
    if (subscription?.bankAccount) return accountText(t, subscription.bankAccount);
    const method = subscription?.paymentMethod ?? 'card';
    if (method !== 'card') return t(`payments.method.${method}`);
    return card ? `${card.brand} •••• ${card.lastDigits} · ${expiryText(card)}` : t('payments.method.noCard');
  }
}

interface PartProps {
  title: string;
  page: 'personal' | 'address' | 'payment';
  /** Its page, if it is not a page of the details. */
  href?: string;
  children: React.ReactNode;
}

function Part({ title, page, href = `/account/details/${page}`, children }: PartProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <section className="card anywhere" aria-labelledby={`${page}-title`}>
      <div className={`row ${classes.head}`}>
        <h2 id={`${page}-title`}>{title}</h2>
        <Link
          href={localePath(locale, href)}
          className={`tap ${classes.change}`}
          aria-label={t('common.changeOf', { name: title })}
        >
          {t('common.change')}
        </Link>
      </div>
      {children}
    </section>
  );
}

function Person({ profile }: { profile: Profile }) {
  const t = useI18n();
  const facts = [
    [t('details.personal.name'), `${profile.firstName} ${profile.lastName}`],
    [t('register.details.phone'), profile.phone],
    [
      t('register.details.ageGroup'),
      profile.ageGroup ? t(`register.details.ages.${profile.ageGroup as '18-24'}`) : t('details.notGiven'),
    ],
    [t('details.personal.language'), t(`details.personal.languages.${profile.locale}`)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term} className={classes.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows whether messages about points and offers are sent, and starts or stops them. */
function Messages({ initiallyOn }: { initiallyOn: boolean }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [isOn, setOn] = useState(initiallyOn);

  const change = () =>
    run(async () => {
      const { optionalMessages } = await trpc.account.updateMessages.mutate({ optionalMessages: !isOn });
      setOn(optionalMessages);
      const message = optionalMessages ? t('details.messages.started') : t('details.messages.stopped');
      showToast({ message, tone: 'good' });
    });

  return (
    <section className={`card anywhere stack ${classes.data}`} aria-labelledby="messages-title">
      <h2 id="messages-title">{t('details.messages.title')}</h2>
      <p className="muted small">{isOn ? t('details.messages.on') : t('details.messages.off')}</p>
      <Button look="secondary" busy={busy} onClick={() => void change()}>
        {busy ? t('details.saving') : isOn ? t('details.messages.stop') : t('details.messages.start')}
      </Button>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </section>
  );
}

/** Shows the log-out button, which ends the session on the server and clears stored input. */
function LogOut({ className }: { className: string }) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy } = useCommand();

  const leave = () =>
    run(
      async () => {
        await trpc.auth.logOut.mutate();
        forgetKeptInput();
        // Loads a new document, so that no account data stays in memory.
        loadPage(localePath(locale, '/login?out'));
        return 'leaving';
      },
      { onProblem: ({ message }) => showToast({ message, tone: 'bad' }) },
    );

  return (
    <p className={className}>
      <Button look="secondary" busy={busy} onClick={() => void leave()}>
        {t('common.logOut')}
      </Button>
    </p>
  );
}

const FILE = 'ira-my-data.json';

interface MyDataProps {
  loginMethods: LoginMethods;
  email: string;
}

/** Offers the data export and the deletion of the account. */
function MyData({ loginMethods, email }: MyDataProps) {
  const t = useI18n();
  const locale = useLocale();
  const { start, confirmed, busy, problem, isProofNeeded } = useProvenCommand(async () => {
    const data = JSON.stringify(await trpc.account.myData.mutate({}), null, 2);
    saveFile(new Blob([data], { type: 'application/json' }), FILE);
    showToast({ message: t('details.data.done'), tone: 'good' });
  });

  return (
    <section className={`card anywhere stack ${classes.data}`} aria-labelledby="data-title">
      <h2 id="data-title">{t('details.data.title')}</h2>
      <p className="muted small">{t('details.data.text')}</p>
      {isProofNeeded ? (
        <Proof loginMethods={loginMethods} email={email} path="/account/details" asked onProven={confirmed} />
      ) : (
        <Button look="secondary" busy={busy} onClick={() => void start()}>
          {busy ? t('details.data.preparing') : t('details.data.download')}
        </Button>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div>
        <Link href={localePath(locale, '/account/details/delete')} className="tap">
          {t('details.data.delete')}
        </Link>
        <p className="muted small">{t('details.data.deleteHint')}</p>
      </div>
    </section>
  );
}
