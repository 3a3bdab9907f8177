import Link from 'next/link';
import { ArrivedHeading } from '../arrived-heading';
import classes from './task-page.module.css';

interface TaskPageProps {
  /** The back link. Omit it on a top-level page. `hard` loads a new document. */
  back?: { href: string; text: string; hard?: boolean };
  heading: string;
  lead?: string;
  /** The content beside the task on wide screens, and below the task on narrow screens. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the account with a single task: back link, heading, task. A new heading takes the focus. */
export function TaskPage({ back, heading, lead, aside, children }: TaskPageProps) {
  return (
    <div className={classes.page} data-alone={aside ? undefined : true} data-top={back ? undefined : true}>
      <div>
        {back && (
          <p>
            {back.hard ? (
              <a href={back.href} className="tap">
                {back.text}
              </a>
            ) : (
              <Link href={back.href} className="tap">
                {back.text}
              </Link>
            )}
          </p>
        )}
        <ArrivedHeading key={heading}>{heading}</ArrivedHeading>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
      {aside && <aside className={`card ${classes.aside}`}>{aside}</aside>}
    </div>
  );
}
