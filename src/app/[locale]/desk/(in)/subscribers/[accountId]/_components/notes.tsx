import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../_components/desk.module.css';
import { NoteForm } from './note-form';
import own from './subscriber.module.css';
import type { Note, Shown } from './types';

/** The notes of the team about the subscriber, newest first. */
export async function Notes({ notes, locale, accountId, may }: Shown & { notes: readonly Note[] }) {
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
