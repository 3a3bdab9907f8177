import type { Metadata } from 'next';
import { pageNumber } from '@/components/paging';
import { mayDo } from '@/domain/staff';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { dayOf } from '@/domain/day';
import { dayText } from '@/locales/format';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { ChangeSubscriber } from './_components/change-subscriber';
import { Marks } from './_components/marks';
import { History } from './_components/history';
import { Messages } from './_components/messages';
import { NextOrders } from './_components/next-orders';
import { Notes } from './_components/notes';
import { PersonFacts } from './_components/person-facts';
import { PlanFacts } from './_components/plan-facts';
import { OrderCards } from './_components/order-cards';
import { orNotFound } from '../../_components/or-not-found';
import { StateStrip } from './_components/state-strip';
import own from './_components/subscriber.module.css';

type Props = PageProps<'/[locale]/desk/subscribers/[accountId]'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.subscribers');

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
