import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { bahtText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from '../../../_components/desk.module.css';
import { eventText } from './event-text';
import { foldHistory } from './fold-history';
import { Pages } from './pages';
import own from './subscriber.module.css';
import type { Shown, Timeline } from './types';

type Entry = Timeline['entries'][number];

/** Everything that happened to the subscriber, newest first. @param ordersPage the page of the orders, which stays */
export async function History({
  timeline,
  ordersPage,
  locale,
  accountId,
}: Shown & { timeline: Timeline; ordersPage: number }) {
  const t = await getI18n();
  const href = (to: number) =>
    localePath(locale, `/desk/subscribers/${accountId}?page=${to}&orders=${ordersPage}#history`);
  const { entries, page, hasOlder } = timeline;
  return (
    <section className="card mt-5" id="history">
      <h2>{t('deskSubscribers.history.title')}</h2>
      <p className="lead">
        {t(entries.length > 0 ? 'deskSubscribers.history.lead' : 'deskSubscribers.history.empty')}
      </p>
      <ol className={classes.rows}>
        {foldHistory(entries).map(({ head, rest }) => (
          <HistoryRow key={keyOf(head)} entry={head} rest={rest} locale={locale} />
        ))}
      </ol>
      <Pages
        label={t('deskSubscribers.history.pages')}
        newer={page > 1 ? href(page - 1) : null}
        older={hasOlder ? href(page + 1) : null}
      />
    </section>
  );
}

const keyOf = ({ id, what, at }: Entry) => `${id} ${what} ${at}`;

interface HistoryRowProps {
  entry: Entry;
  /** The entries that are folded under it. */
  rest?: readonly Entry[];
  locale: Locale;
}

async function HistoryRow({ entry, rest = [], locale }: HistoryRowProps) {
  const t = await getI18n();
  const what = await eventText(entry);
  const { at, note, detail } = entry;
  return (
    <li className={classes.row}>
      <div>
        {detail === null ? (
          <p className={classes.strong}>{what}</p>
        ) : (
          <details>
            <summary className={own.event}>{what}</summary>
            <p className={own.record}>
              {t('deskSubscribers.history.record')}: {detail}
            </p>
          </details>
        )}
        {note !== null && <p className={own.note}>“{note}”</p>}
        <p className="muted anywhere small">
          {[await factsOf(entry, locale), momentText(at, locale), await actorText(entry.actor)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {rest.length > 0 && (
          <details>
            <summary className={own.more}>
              {t('deskSubscribers.history.more', { count: rest.length })}
            </summary>
            <ol className={classes.rows}>
              {rest.map((one) => (
                <HistoryRow key={keyOf(one)} entry={one} locale={locale} />
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  );
}

async function factsOf({ what, amount, paymentDate, orderNumber }: Entry, locale: Locale): Promise<string> {
  const t = await getI18n();
  const isPoints = what.startsWith('points.');
  const parts = [
    amount !== null &&
      (isPoints
        ? signedPoints(t('common.points', { count: Math.abs(amount) }), amount)
        : bahtText(amount, locale)),
    paymentDate && t('deskSubscribers.history.order', { date: dayText(paymentDate, locale) }),
    orderNumber !== null && orderNumberText(orderNumber),
  ];
  return parts.filter(Boolean).join(' · ');
}

const signedPoints = (points: string, amount: number) => (amount < 0 ? `−${points}` : points);

async function actorText(actor: Entry['actor']): Promise<string | null> {
  if (!actor) return null;
  const t = await getI18n();
  const name = actor.kind === 'team' ? actor.name : t(`deskSubscribers.history.${actor.kind}`);
  return t('deskSubscribers.history.by', { name });
}
