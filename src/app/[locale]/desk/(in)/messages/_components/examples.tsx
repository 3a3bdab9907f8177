import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { messageText } from '../../subscribers/[accountId]/_components/event-text';
import own from './examples.module.css';

interface ExamplesProps {
  locale: Locale;
  kind: string;
  examples: DeskOutputs['messages']['preview'];
}

/** The examples of one message, each in every language side by side. */
export async function Examples({ locale, kind, examples }: ExamplesProps) {
  const t = await getI18n();
  return (
    <>
      <p>
        <Link href={localePath(locale, '/desk/messages')} className="tap">
          {t('deskMessages.back')}
        </Link>
      </p>
      <h1>{await messageText(kind)}</h1>
      {examples.map((languages, at) => (
        <section key={languages[0]?.text} className="card mt-5">
          <h2>{t('deskMessages.example', { number: at + 1 })}</h2>
          <div className={`stack-5 mt-3 ${own.languages}`}>
            {languages.map(({ locale: language, subject, text, line }) => (
              <div key={language}>
                <dl>
                  <dt className="muted anywhere small">{t('deskMessages.subject')}</dt>
                  <dd className={own.subject} lang={language}>
                    {subject}
                  </dd>
                  {line !== null && (
                    <>
                      <dt className="muted anywhere small">{t('deskMessages.line')}</dt>
                      <dd className={own.subject} lang={language}>
                        {line}
                      </dd>
                    </>
                  )}
                </dl>
                <p className={own.text} lang={language}>
                  {text}
                </p>
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
