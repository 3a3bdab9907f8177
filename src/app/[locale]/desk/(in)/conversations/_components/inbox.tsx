import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { CONVERSATION_LISTS, type ConversationList } from '@/schemas/desk-conversations';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import { deskApi } from '@/trpc/desk-server';
import type { DeskOutputs } from '@/trpc/desk';
import frame from '../../_components/desk.module.css';
import classes from './inbox.module.css';
import { RefreshInbox } from './refresh-inbox';
import { waitText } from './wait-text';

/** What the address of the inbox says. */
export interface Place {
  list: ConversationList;
  q: string;
}

/** Returns the list and the search of an address. */
export function placeIn({ list, q }: Record<string, string | string[] | undefined>): Place {
  const known = CONVERSATION_LISTS.find((one) => one === list);
  return { list: known ?? 'open', q: typeof q === 'string' ? q.trim().slice(0, SEARCH_MAX) : '' };
}

/** Returns the address of the inbox or of one conversation, with its list and search. */
export function inboxPath(locale: Locale, { list, q }: Place, conversationId?: string): string {
  const query = new URLSearchParams({ list, ...(q !== '' && { q }) });
  const path = conversationId === undefined ? '' : `/${conversationId}`;
  return `${localePath(locale, `/desk/conversations${path}`)}?${query}`;
}

interface InboxProps {
  locale: Locale;
  place: Place;
  chosen?: string;
  /** The conversation, and who wrote. */
  children: React.ReactNode;
}

/** The inbox: its lists, and beside them one conversation. On a phone either of them. */
export async function Inbox({ locale, place, chosen, children }: InboxProps) {
  const { conversations } = await deskApi();
  const [t, { rows, counts, now }] = await Promise.all([
    getI18n(),
    conversations.list({ list: place.list, ...(place.q !== '' && { q: place.q }) }),
  ]);
  return (
    <>
      <div className="row">
        <h1>{t('deskInbox.heading')}</h1>
        <Link href={localePath(locale, '/desk/conversations/answers')} className="tap">
          {t('deskInbox.saved.heading')}
        </Link>
      </div>
      <RefreshInbox />
      <div className={`surface ${classes.inbox}`} data-chosen={chosen}>
        <section className={classes.list} aria-label={t('deskInbox.lists')}>
          <nav aria-label={t('deskInbox.lists')} className={frame.tabs}>
            <ul>
              {CONVERSATION_LISTS.map((one) => (
                <li key={one}>
                  <Link
                    href={inboxPath(locale, { list: one, q: '' })}
                    aria-current={place.q === '' && one === place.list ? 'page' : undefined}
                  >
                    <span>{t(`deskInbox.list.${one}`)}</span>
                    {one !== 'closed' && counts[one] > 0 && <span className="number">{counts[one]}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <form role="search" className={classes.find} action={localePath(locale, '/desk/conversations')}>
            <input
              type="search"
              name="q"
              defaultValue={place.q}
              maxLength={SEARCH_MAX}
              aria-label={t('deskInbox.find.label')}
              placeholder={t('deskInbox.find.hint')}
            />
          </form>
          {rows.length === 0 && (
            <p className={classes.empty}>
              {place.q === ''
                ? t(`deskInbox.empty.${place.list}`)
                : t('deskInbox.empty.found', { q: place.q })}
            </p>
          )}
          <ul className={classes.rows}>
            {rows.map((row) => (
              <li key={row.conversationId} data-row>
                <Row
                  row={row}
                  now={now}
                  locale={locale}
                  place={place}
                  isChosen={row.conversationId === chosen}
                />
              </li>
            ))}
          </ul>
        </section>
        {children}
      </div>
    </>
  );
}

type RowData = DeskOutputs['conversations']['list']['rows'][number];
const TONES = { open: 'waiting', waiting: 'good', closed: '' } as const;

async function Row(props: { row: RowData; now: string; locale: Locale; place: Place; isChosen: boolean }) {
  const { row, now, locale, place, isChosen } = props;
  const t = await getI18n();
  const { conversationId, name, channel, state, accountId, last, by, since } = row;
  return (
    <Link
      href={inboxPath(locale, place, conversationId)}
      className={classes.row}
      aria-current={isChosen ? 'page' : undefined}
    >
      <span className={classes.name}>
        {name ?? t(channel === 'line' ? 'deskInbox.lineUser' : 'deskInbox.deletedWriter')}
      </span>
      <span className="muted small">{await waitText(since, now, locale)}</span>
      {last && (
        <span className={classes.last}>
          {last.text ?? t(`deskInbox.content.${last.content as 'text' | 'sticker'}`)}
        </span>
      )}
      <span className={classes.marks}>
        <span className={`tag ${TONES[state]}`}>{t(`deskInbox.state.${state}`)}</span>
        <span className="tag">{t(`deskInbox.channel.${channel}`)}</span>
        {accountId === null && channel === 'form' && (
          <span className="tag bad">{t('deskInbox.notProven')}</span>
        )}
        <span className={classes.by}>{by ?? t('deskInbox.nobody')}</span>
      </span>
    </Link>
  );
}
