'use client';

import { LeafList } from '@/components/leaf-list';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './details.module.css';

interface FormPageProps {
  heading: string;
  lead?: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page with a form that changes one part of the personal details. */
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

/** A short list of notes with a title. */
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
