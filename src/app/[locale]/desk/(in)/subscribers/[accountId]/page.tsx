import { pageNumber } from '@/components/paging';
import { mayDo } from '@/domain/staff';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { dayOf } from '@/domain/day';
import { dayText, momentText } from '@/locales/format';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { ChangeSubscriber } from './_components/change-subscriber';
import { Marks } from './_components/marks';
import { History } from './_components/history';
import { messageText } from './_components/event-text';
import { MessageActs } from './_components/message-acts';
import { NextOrders } from './_components/next-orders';
import classes from '../../_components/desk.module.css';
import { NoteForm } from './_components/note-form';
import type { Note, Shown, Message } from './_components/types';
import { PersonFacts } from './_components/person-facts';
import { PlanFacts } from './_components/plan-facts';
import { OrderCards } from './_components/order-cards';
import { orNotFound } from '../../_components/or-not-found';
import { StateStrip } from './_components/state-strip';
import own from './_components/subscriber.module.css';

type Props = PageProps<'/[locale]/desk/subscribers/[accountId]'>;

export const generateMetadata = deskMetadata('desk.subscribers');

export default async function SubscriberPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role, name: by } = await requireMember(locale, 'subscribers.read');
  const { accountId } = await params;
  const { page, orders, q } = await searchParams;
  const search = typeof q === 'string' ? `?q=${encodeURIComponent(q)}` : '';
  const input = { accountId, page: pageNumber(page), ordersPage: pageNumber(orders) };
  const [t, found, known, products] = await Promise.all([
    getI18n(),
    orNotFound(async () => (await deskApi()).subscribers.view(input)),
    (await deskApi()).subscribers.marks(),
    (await api()).catalogue.everyProduct(),
  ]);
  const { person, subscription, deletedAt, previous, timeline, notes, marks, messages } = found;
  const may = mayDo(role, 'subscribers.change') && deletedAt === null;
  const shown = { locale, accountId, may };
  return (
    <>
      <p>
        <a href={localePath(locale, `/desk/subscribers${search}`)} className="tap">
          {t('deskSubscribers.back')}
        </a>
      </p>
      <h1 className="anywhere">
        {person ? `${person.firstName} ${person.lastName}` : t('deskSubscribers.deleted')}
      </h1>
      {subscription && (
        <div className="actions">
          <a href={localePath(locale, `/desk/subscribers/${accountId}/account`)} className="tap">
            {t('deskSubscribers.asSubscriber.open')}
          </a>
          {may && (
            <a href={localePath(locale, `/desk/messages/write?accountId=${accountId}`)} className="tap">
              {t('deskMessages.write.open')}
            </a>
          )}
          {may && person && (
            <ChangeSubscriber
              accountId={accountId}
              person={person}
              plan={subscription}
              products={products}
              by={by}
            />
          )}
        </div>
      )}
      {person && subscription && (
        <StateStrip
          locale={locale}
          accountId={accountId}
          may={may}
          person={person}
          plan={subscription}
          previous={previous}
        />
      )}
      {deletedAt !== null && (
        <p className="lead">
          {t('deskSubscribers.deletedText', { date: dayText(dayOf(new Date(deletedAt)), locale) })}
        </p>
      )}
      <div className={own.columns}>
        <div className={own.main}>
          {deletedAt === null && (
            <PlanFacts {...shown} subscription={subscription} person={person} products={products} />
          )}
          {subscription && <NextOrders {...shown} subscription={subscription} />}
        </div>
        <div className={own.side}>
          {person && <PersonFacts {...shown} person={person} since={found.since} />}
          {deletedAt === null && (
            <>
              {may && <Marks key={JSON.stringify(marks)} accountId={accountId} marks={marks} known={known} />}
              <Notes {...shown} notes={notes} />
              <Messages {...shown} messages={messages} />
            </>
          )}
        </div>
        <div className={own.rest}>
          <OrderCards
            {...shown}
            products={products}
            previous={previous}
            page={input.page}
            by={by}
            mayRefund={mayDo(role, 'money.refundOrder')}
          />
          <History {...shown} timeline={timeline} ordersPage={input.ordersPage} />
        </div>
      </div>
    </>
  );
}

/** The notes of the team about the subscriber, newest first. */
async function Notes({ notes, locale, accountId, may }: Shown & { notes: readonly Note[] }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.notes.title')}</h2>
      {notes.length === 0 && <p className="lead">{t('deskSubscribers.notes.empty')}</p>}
      <ul className={classes.rows}>
        {notes.map(({ noteId, by, body, at }) => (
          <li key={noteId} className={classes.row}>
            <p className={own.note}>{body}</p>
            <p className="muted anywhere small">
              {t('deskSubscribers.notes.by', { name: by, moment: momentText(at, locale) })}
            </p>
          </li>
        ))}
      </ul>
      {may && <NoteForm accountId={accountId} />}
    </section>
  );
}

/** The latest messages to the subscriber, with their texts. */
async function Messages({ messages, locale, accountId, may }: Shown & { messages: readonly Message[] }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.messages.title')}</h2>
      <p className="lead">
        {t(messages.length > 0 ? 'deskSubscribers.messages.lead' : 'deskSubscribers.messages.empty')}
      </p>
      <ul className={classes.rows}>
        {messages.map(async (message) => {
          const { messageId, kind, status, channel, at, error, hasText } = message;
          const name = await messageText(kind);
          const by = channel && status === 'sent' ? ` ${t(`deskSubscribers.messages.by.${channel}`)}` : '';
          return (
            <li key={messageId} className={classes.row}>
              <div>
                <p className={classes.strong}>{name}</p>
                <p className="muted anywhere small">
                  {t(`deskSubscribers.messages.states.${status}`)}
                  {by} · {momentText(at, locale)}
                  {error !== null && ` · ${error}`}
                </p>
                {!hasText && <p className="muted anywhere small">{t('deskSubscribers.messages.noText')}</p>}
              </div>
              <MessageActs
                accountId={accountId}
                messageId={messageId}
                name={name}
                hasText={hasText}
                canResend={may && message.canResend}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
