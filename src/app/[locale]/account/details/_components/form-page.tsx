'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { LeafList } from '@/components/leaf-list';
import { announceNavigation } from '@/components/shell/progress-bar';
import { TaskPage } from '@/components/shell/task-page';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './form-page.module.css';

interface FormPageProps {
  heading: string;
  lead?: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page that changes one part of the details. */
export function FormPage({ heading, lead, aside, children }: FormPageProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <TaskPage
      back={{ href: localePath(locale, '/account/details'), text: t('details.toDetails') }}
      heading={heading}
      lead={lead}
      aside={aside}
    >
      {children}
    </TaskPage>
  );
}

interface PointsProps {
  title: string;
  points: readonly string[];
}

/** A few short sentences worth knowing. */
export function Points({ title, points }: PointsProps) {
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <LeafList>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </LeafList>
    </>
  );
}

/** Goes back to the overview, which asks the server again, and says there that it is done. */
export function useDone(): (message: string) => void {
  const locale = useLocale();
  const router = useRouter();
  const news = useRef<string | null>(null);
  useEffect(
    () => () => {
      // Not before the next page is there: a toast is soon gone.
      if (news.current !== null) showToast({ message: news.current, tone: 'good' });
      news.current = null;
    },
    [],
  );
  return (message) => {
    news.current = message;
    announceNavigation();
    router.push(localePath(locale, '/account/details'));
    // What the way back would show is out of date.
    router.refresh();
  };
}
