import Link from 'next/link';
import { dayOf } from '@/domain/day';
import { orderNumberText } from '@/domain/order';
import { bahtText, courierText, dayText, phoneText } from '@/locales/format';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { deskApi } from '@/trpc/desk-server';
import { messageText } from '../../subscribers/[accountId]/_components/event-text';
import { MoveOrder } from '../../subscribers/[accountId]/_components/move-order';
import { SkipOrder } from '../../subscribers/[accountId]/_components/skip-order';
import type { Previous } from '../../subscribers/[accountId]/_components/types';
import classes from './inbox.module.css';
import type { Conversation } from './thread';

interface SideProps {
  conversation: Conversation;
  locale: Locale;
}

const SHOWN = 4;

/** Who wrote: the subscriber with the order, the next box and the last messages; of an unproven writer only what was typed. */
export async function PersonSide({ conversation, locale }: SideProps) {
  const t = await getI18n();
  const { accountId, name, email, channel } = conversation;
  return (
    <aside className={classes.side} aria-label={t('deskInbox.side.label')}>
      {accountId === null ? (
        <div className={`stack-2 ${classes.block}`}>
          <h2>{name ?? t(channel === 'line' ? 'deskInbox.lineUser' : 'deskInbox.deletedWriter')}</h2>
          {email && <p>{email}</p>}
          <p className="muted small">
            {t(channel === 'line' ? 'deskInbox.side.unprovenLine' : 'deskInbox.side.unproven')}
          </p>
        </div>
      ) : (
        <Subscriber accountId={accountId} conversation={conversation} locale={locale} />
      )}
    </aside>
  );
}

async function Subscriber({ accountId, conversation, locale }: SideProps & { accountId: string }) {
  const { subscribers } = await deskApi();
  const [t, view] = await Promise.all([getI18n(), subscribers.view({ accountId, page: 1, ordersPage: 1 })]);
  const { person, subscription, previous, messages, notes } = view;
  const page = localePath(locale, `/desk/subscribers/${accountId}`);
  const next = subscription?.upcoming.find(({ skipped }) => !skipped);
  const { order } = conversation;
  const card = previous.orders.find(({ orderId }) => orderId === order?.orderId);
  return (
    <>
      <div className={classes.block}>
        <p className={classes.split}>
          <strong>{conversation.name}</strong>
          <Link href={page} className="tap">
            {t('deskInbox.side.open')}
          </Link>
        </p>
        {subscription && <p>{t(`deskSubscribers.state.${subscription.state}`)}</p>}
        {person && (
          <p className="small">
            {phoneText(person.phone)}
            <br />
            {person.email}
            <br />
            {person.address}
          </p>
        )}
      </div>
      {order && (
        <OrderBlock
          order={order}
          card={card}
          locale={locale}
          href={card ? `${page}#o${order.orderNumber}` : page}
        />
      )}
      <div className={`stack-2 ${classes.block}`}>
        <p className={classes.cap}>{t('deskInbox.side.next')}</p>
        {next && subscription ? (
          <>
            <p className={classes.split}>
              <strong>{dayText(next.paymentDate, locale)}</strong>
              <span>{bahtText(next.total, locale)}</span>
            </p>
            <div className="actions">
              <SkipOrder accountId={accountId} order={next} />
              {next.can.move && (
                <MoveOrder
                  accountId={accountId}
                  version={subscription.version}
                  order={next}
                  range={next.can.move}
                />
              )}
            </div>
          </>
        ) : (
          <p className="muted small">{t('deskInbox.side.noNext')}</p>
        )}
      </div>
      <div className={classes.block}>
        <p className={classes.cap}>{t('deskInbox.side.messages')}</p>
        {messages.length === 0 && <p className="muted small">{t('deskInbox.side.noMessages')}</p>}
        <ul className="small">
          {messages.slice(0, SHOWN).map(async ({ messageId, kind, at, channel }) => (
            <li key={messageId}>
              {await messageText(kind)}{' '}
              <span className="muted">
                {dayText(dayOf(new Date(at)), locale)}
                {channel && ` ${t(`deskInbox.sent.${channel}`)}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.block}>
        <p className={classes.cap}>{t('deskInbox.side.notes')}</p>
        {notes.length === 0 && <p className="muted small">{t('deskInbox.side.noNotes')}</p>}
        <ul className="small">
          {notes.slice(0, SHOWN).map(({ noteId, by, body }) => (
            <li key={noteId}>
              {body} <span className="muted">{by}</span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

interface OrderBlockProps {
  order: NonNullable<Conversation['order']>;
  /** How it was paid and sent; undefined for an order ahead. */
  card: Previous['orders'][number] | undefined;
  locale: Locale;
  href: string;
}

/** The order that the person asks about: how it was paid, and where its parcel is. */
async function OrderBlock({ order, card, locale, href }: OrderBlockProps) {
  const t = await getI18n();
  const { orderNumber, paymentDate, total, isChosen } = order;
  const { payment, parcel } = card ?? {};
  return (
    <div className={classes.block}>
      <p className={classes.cap}>{t(isChosen ? 'deskInbox.side.chosen' : 'deskInbox.side.latest')}</p>
      <p className={classes.split}>
        <strong>{orderNumberText(orderNumber)}</strong>
        <span>{bahtText(total, locale)}</span>
      </p>
      <p className="small">
        {[
          dayText(paymentDate, locale),
          payment && t(`payments.status.${payment}`),
          parcel && t(`orders.shipment.${parcel.status}`),
          parcel?.courier && courierText(parcel.courier, locale),
          parcel?.number,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Link href={href} className="tap">
        {t('deskInbox.side.toOrder')}
      </Link>
    </div>
  );
}
