import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../_components/desk.module.css';
import { messageText } from './event-text';
import { MessageActs } from './message-acts';
import type { Message, Shown } from './types';

/** The latest messages to the subscriber, with their texts. */
export async function Messages({
  messages,
  locale,
  accountId,
  may,
}: Shown & { messages: readonly Message[] }) {
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
