'use client';

import { useEffect, useId, useRef } from 'react';
import { useI18n } from '@/locales/client';
import { useFocusOnFailure } from '../use-focus';
import classes from './error-summary.module.css';

export interface ErrorSummaryProps {
  form: {
    prefix: string;
    /** Messages by field name. Each message links to the field with the id `<prefix>-<name>`. */
    errors: Readonly<Record<string, string>>;
    /** An error that belongs to no single field, or what all errors have in common. */
    problem: React.ReactNode;
    /** The number of rejected submits. The summary takes the focus each time this number grows. */
    failures: number;
  };
  /** Replaces the problem of the form. */
  problem?: React.ReactNode;
}

/** Lists all errors of a form at the top of the page. The fields show the same messages. */
export function ErrorSummary({ form, problem = form.problem }: ErrorSummaryProps) {
  const { prefix, errors, failures } = form;
  const t = useI18n();
  const box = useFocusOnFailure<HTMLDivElement>(failures);
  const title = useId();
  const list = Object.entries(errors).filter(([, message]) => message);
  useErrorTitle(failures);

  if (list.length === 0 && !problem) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={title} className={classes.summary}>
      <h2 id={title} className="h3">
        {problem ?? t('auth.summaryTitle')}
      </h2>
      {list.length > 0 && (
        <ul>
          {list.map(([field, message]) => (
            <li key={field}>
              <a
                href={`#${prefix}-${field}`}
                className="tap"
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

/** Puts "Error:" before the page's title after a rejected form, for screen readers. */
function useErrorTitle(failures: number): void {
  const t = useI18n();
  const plain = useRef<string>(null);
  useEffect(() => {
    if (failures === 0) return;
    plain.current ??= document.title;
    document.title = t('auth.errorPrefix', { title: plain.current });
  }, [failures, t]);
}
