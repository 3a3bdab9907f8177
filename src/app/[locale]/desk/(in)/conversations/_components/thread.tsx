import Link from 'next/link';
import { dayOf } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { Notice } from '@/components/notice';
import { clockText, dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { AskedPicture } from '../../_components/asked-picture';
import classes from './inbox.module.css';
import { ReplyForm } from './reply-form';
import { ThreadActs } from './thread-acts';
import { waitText } from './wait-text';

export type Conversation = DeskOutputs['conversations']['read'];
type Message = Conversation['thread'][number];

interface ThreadProps {
  conversation: Conversation;
  answerers: DeskOutputs['conversations']['answerers'];
  locale: Locale;
  /** The address of the list. */
  back: string;
  mayDelete: boolean;
}

/** One conversation: who waits, what was written, and the answer. */
export async function Thread({ conversation, answerers, locale, back, mayDelete }: ThreadProps) {
  const t = await getI18n();
  const { conversationId, name, channel, state, topic, waitsSince, by, accountId, thread, now } =
    conversation;
  const seenId = thread.at(-1)?.messageId ?? '';
  const facts = [
    t(`deskInbox.state.${state}`),
    waitsSince && t('deskInbox.waits', { time: await waitText(waitsSince, now, locale) }),
    topic && t('deskInbox.about', { topic: t(`deskInbox.topic.${topic}`) }),
    by && t('deskInbox.with', { name: by }),
  ];
  return (
    <section className={classes.thread} aria-label={t('deskInbox.thread')}>
      <div className={classes.head}>
        <Link href={back} className={`tap ${classes.back}`}>
          {t('deskInbox.back')}
        </Link>
        <div>
          <h2>
            {name ?? t(channel === 'line' ? 'deskInbox.lineUser' : 'deskInbox.deletedWriter')}{' '}
            <span className="tag info">{t(`deskInbox.channel.${channel}`)}</span>
          </h2>
          <p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <ThreadActs
          key={conversation.staffId}
          conversationId={conversationId}
          seenId={seenId}
          staffId={conversation.staffId}
          answerers={answerers}
          isClosed={state === 'closed'}
          leadsTo={mayDelete ? back : null}
        />
      </div>
      {accountId === null && (
        <div className={classes.warning}>
          <Notice
            tone="waiting"
            title={t(channel === 'line' ? 'deskInbox.unproven.lineTitle' : 'deskInbox.unproven.title')}
          >
            <p>{t('deskInbox.unproven.text')}</p>
          </Notice>
        </div>
      )}
      <Log thread={thread} locale={locale} />
      <ReplyForm key={conversationId} conversation={conversation} seenId={seenId} />
    </section>
  );
}

async function Log({ thread, locale }: { thread: readonly Message[]; locale: Locale }) {
  const t = await getI18n();
  const dayBefore = (at: number) => (at === 0 ? null : dayOf(new Date(thread[at - 1]?.at ?? 0)));
  return (
    <ol className={classes.log} data-log tabIndex={0}>
      {thread.map(async (message, at) => {
        const { messageId, author, content, text, hasPicture } = message;
        const day = dayOf(new Date(message.at));
        return (
          <li key={messageId}>
            {day !== dayBefore(at) && <p className={classes.day}>{dayText(day, locale)}</p>}
            <div className={classes.message} data-by={author}>
              {text ?? <em>{t(`deskInbox.content.${content}`)}</em>}
              {hasPicture && (
                <AskedPicture
                  of={{ messageId }}
                  label={t('deskInbox.showPicture')}
                  alt={t('deskInbox.content.picture')}
                />
              )}
              {await Line({ message, locale })}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Who wrote a message, when, and whether an answer has left. */
async function Line({ message, locale }: { message: Message; locale: Locale }) {
  const t = await getI18n();
  const { author, at, by, sent } = message;
  if (author === 'person') return <small>{clockText(at, locale)}</small>;
  const names = { name: by ?? '', moment: momentText(at, locale) };
  if (author === 'note') return <small>{t('deskInbox.noteBy', names)}</small>;
  const { status = null, channel = null } = sent ?? {};
  const isBad = status === 'failed' || status === 'dropped';
  const left = [status && t(`deskInbox.sent.${status}`), channel && !isBad && t(`deskInbox.sent.${channel}`)];
  return (
    <small data-tone={isBad ? 'bad' : undefined}>
      {[t('deskInbox.byTeam', names), left.filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
    </small>
  );
}
