import Link from 'next/link';
import { ArrivedHeading } from '@/components/arrived-heading';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import classes from './screen.module.css';

interface ScreenProps {
  locale: Locale;
  /** Where the way back leads, and what it says. */
  back: { to: string; label: string };
  heading: string;
  lead?: string;
  children: React.ReactNode;
}

/** One screen of the subscription: the way back, its heading, and what is done there. */
export function Screen({ locale, back, heading, lead, children }: ScreenProps) {
  return (
    <div className={classes.screen}>
      <p>
        <Link href={localePath(locale, back.to)} className={classes.back}>
          {back.label}
        </Link>
      </p>
      <ArrivedHeading>{heading}</ArrivedHeading>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}
