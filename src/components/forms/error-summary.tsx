'use client';

import { useEffect, useId, useRef } from 'react';
import { useI18n } from '@/locales/client';
import { useFocusOnFailure } from '../use-focus';
import classes from './error-summary.module.css';

interface ErrorSummaryProps {
  /** Sentences by field name; each links to the field with the id `<prefix>-<name>`. */
  errors: Readonly<Record<string, string>>;
  prefix: string;
  /** What is wrong with the whole, if that is it. */
  problem?: React.ReactNode;
  /** How often the form was refused; each time the summary takes the focus. */
  failures: number;
}

/** Everything that keeps a form from being sent, first in its page, with the same words as at the fields. */
export function ErrorSummary({ errors, prefix, problem, failures }: ErrorSummaryProps) {
  const t = useI18n();
  const box = useFocusOnFailure<HTMLDivElement>(failures);
  const title = useId();
  const list = Object.entries(errors).filter(([, message]) => message);
  useErrorTitle(failures);

  if (list.length === 0 && !problem) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={title} className={classes.summary}>
      <h2 id={title} className={classes.title}>
        {list.length > 0 ? t('auth.summaryTitle') : problem}
      </h2>
      {list.length > 0 && (
        <ul>
          {list.map(([field, message]) => (
            <li key={field}>
              <a
                href={`#${prefix}-${field}`}
                className={classes.link}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${prefix}-${field}`)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Puts "Error:" before the page's title once a form has been refused, as people who listen to pages expect. */
function useErrorTitle(failures: number): void {
  const t = useI18n();
  const plain = useRef<string>(null);
  useEffect(() => {
    if (failures === 0) return;
    plain.current ??= document.title;
    document.title = t('auth.errorPrefix', { title: plain.current });
  }, [failures, t]);
}
