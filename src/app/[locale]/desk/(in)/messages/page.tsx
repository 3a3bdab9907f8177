import { notFound } from 'next/navigation';
import { mayDo } from '@/domain/staff';
import { messageKindInput } from '@/schemas/desk';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { isRefusal } from '@/trpc/server';
import { deskMetadata } from '../../_components/desk-metadata';
import own from './_components/examples.module.css';
import Link from 'next/link';
import { localePath } from '@/locales/paths';
import classes from '../_components/desk.module.css';
import { messageText } from '../subscribers/[accountId]/_components/event-text';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import type { DeskOutputs } from '@/trpc/desk';
import { StopBroadcast } from './_components/stop-broadcast';

export const generateMetadata = deskMetadata('desk.messages');

/** All messages with examples. With `kind` only the examples of one message. */
export default async function MessagesPage({ params, searchParams }: PageProps<'/[locale]/desk/messages'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'subscribers.read');
  const asked = await searchParams;
  const { messages } = await deskApi();
  if (asked.kind !== undefined) {
    const input = messageKindInput.safeParse(asked);
    if (!input.success) notFound();
    const { kind } = input.data;
    return (
      <Examples locale={locale} kind={kind} examples={await messages.preview({ kind }).catch(missing)} />
    );
  }
  const [t, kinds, quota, sent] = await Promise.all([
    getI18n(),
    messages.kinds(),
    messages.quota(),
    messages.broadcasts(),
  ]);
  return (
    <>
      <h1>{t('deskMessages.heading')}</h1>
      <p className="lead">{t('deskMessages.lead')}</p>
      {quota && <Quota locale={locale} quota={quota} />}
      <SentList sent={sent} mayStop={mayDo(role, 'subscribers.change')} locale={locale} />
      <Kinds locale={locale} kinds={kinds} />
    </>
  );
}

function missing(error: unknown): never {
  if (isRefusal(error, 'NOT_FOUND')) notFound();
  throw error;
}

interface QuotaProps {
  locale: Locale;
  quota: NonNullable<DeskOutputs['messages']['quota']>;
}

/** Shows how many messages of the month LINE has taken, and what follows near the limit. */
async function Quota({ locale, quota: { limit, used, readAt, isOptionalMailed } }: QuotaProps) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <p>
        <strong>
          {limit === null ? t('deskMessages.quotaNone', { used }) : t('deskMessages.quota', { used, limit })}
        </strong>
      </p>
      {isOptionalMailed && <p>{t('deskMessages.quotaNear')}</p>}
      <p className="muted small">{t('deskMessages.quotaRead', { moment: momentText(readAt, locale) })}</p>
    </section>
  );
}

interface KindsProps {
  locale: Locale;
  kinds: DeskOutputs['messages']['kinds'];
}

/** Lists all messages, each with a link to its examples. */
async function Kinds({ locale, kinds }: KindsProps) {
  const t = await getI18n();
  const named = await Promise.all(kinds.map(async (one) => ({ ...one, name: await messageText(one.kind) })));
  return (
    <section className="card mt-5">
      <h2>{t('deskMessages.kinds')}</h2>
      <ul className={classes.rows}>
        {named.map(({ kind, name, isOptional, byLine }) => (
          <li key={kind} className={classes.row} data-split>
            <Link href={localePath(locale, `/desk/messages?kind=${kind}`)} className="tap">
              {name}
            </Link>
            <span className="muted anywhere small">
              {[isOptional && t('deskMessages.optional'), !byLine && t('deskMessages.mailOnly')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SentListProps {
  sent: DeskOutputs['messages']['broadcasts'];
  mayStop: boolean;
  locale: Locale;
}

/** What the team wrote to groups, newest first. */
async function SentList({ sent, mayStop, locale }: SentListProps) {
  const t = await getI18n();
  if (sent.length === 0) return null;
  return (
    <section className="card mt-5">
      <h2>{t('deskMessages.sent.title')}</h2>
      <ul className={classes.rows}>
        {sent.map(({ broadcastId, texts, by, at, state, queued, people, canStop }) => {
          const text = (texts[locale] || texts.en || texts.th).slice(0, 120);
          return (
            <li key={broadcastId} className={classes.row}>
              <p className="anywhere">{text}</p>
              <p className="muted anywhere small">
                {t('deskMessages.sent.by', { name: by, moment: momentText(at, locale) })} ·{' '}
                {t(`deskMessages.sent.state.${state}`)} · {t('deskMessages.sent.count', { queued, people })}
              </p>
              {mayStop && canStop && (
                <div>
                  <StopBroadcast broadcastId={broadcastId} text={text} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ExamplesProps {
  locale: Locale;
  kind: string;
  examples: DeskOutputs['messages']['preview'];
}

/** The examples of one message, each in every language side by side. */
async function Examples({ locale, kind, examples }: ExamplesProps) {
  const t = await getI18n();
  return (
    <>
      <p>
        <Link href={localePath(locale, '/desk/messages')} className="tap">
          {t('deskMessages.back')}
        </Link>
      </p>
      <h1>{await messageText(kind)}</h1>
      {examples.map((languages, at) => (
        <section key={languages[0]?.text} className="card mt-5">
          <h2>{t('deskMessages.example', { number: at + 1 })}</h2>
          <div className={`stack-5 mt-3 ${own.languages}`}>
            {languages.map(({ locale: language, subject, text, line }) => (
              <div key={language}>
                <dl>
                  <dt className="muted anywhere small">{t('deskMessages.subject')}</dt>
                  <dd className={own.subject} lang={language}>
                    {subject}
                  </dd>
                  {line !== null && (
                    <>
                      <dt className="muted anywhere small">{t('deskMessages.line')}</dt>
                      <dd className={own.subject} lang={language}>
                        {line}
                      </dd>
                    </>
                  )}
                </dl>
                <p className={own.text} lang={language}>
                  {text}
                </p>
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
