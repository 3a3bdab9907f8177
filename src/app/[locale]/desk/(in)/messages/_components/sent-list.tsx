import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { StopBroadcast } from './stop-broadcast';

interface SentListProps {
  sent: DeskOutputs['messages']['broadcasts'];
  mayStop: boolean;
  locale: Locale;
}

/** What the team wrote to groups, newest first. */
export async function SentList({ sent, mayStop, locale }: SentListProps) {
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
