import Link from 'next/link';
import { ArrivedHeading } from '@/components/arrived-heading';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import classes from './screen.module.css';

interface ScreenProps {
  locale: Locale;
  /** Target and label of the back link. */
  back: { to: string; label: string };
  heading: string;
  lead?: string;
  children: React.ReactNode;
}

/** A page of the subscription: back link, heading, task. */
export function Screen({ locale, back, heading, lead, children }: ScreenProps) {
  return (
    <div className={`narrow ${classes.screen}`}>
      <p>
        <Link href={localePath(locale, back.to)} className="tap">
          {back.label}
        </Link>
      </p>
      <ArrivedHeading>{heading}</ArrivedHeading>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
  );
}
