import Link from 'next/link';
import { ANSWER_FIELDS } from '@/domain/conversation';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import classes from '../../_components/desk.module.css';
import { SavedAnswer } from '../_components/saved-answer';

type Props = PageProps<'/[locale]/desk/conversations/answers'>;

export const generateMetadata = deskMetadata('desk.conversations');

export default async function SavedAnswersPage({ params }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'conversations.use');
  const { conversations } = await deskApi();
  const [t, answers] = await Promise.all([getI18n(), conversations.savedAnswers()]);
  return (
    <>
      <p>
        <Link href={localePath(locale, '/desk/conversations')} className="tap">
          {t('deskInbox.back')}
        </Link>
      </p>
      <h1>{t('deskInbox.saved.heading')}</h1>
      <p className="lead">
        {t('deskInbox.saved.lead', { fields: ANSWER_FIELDS.map((field) => `[${field}]`).join(' ') })}
      </p>
      <section className="card mt-5">
        {answers.length === 0 && <p className="muted">{t('deskInbox.saved.empty')}</p>}
        <ul className={classes.rows}>
          {answers.map((answer) => (
            <li key={answer.savedAnswerId} className={classes.row}>
              <SavedAnswer answer={answer} />
            </li>
          ))}
        </ul>
      </section>
      <section className="card mt-5">
        <SavedAnswer />
      </section>
    </>
  );
}
