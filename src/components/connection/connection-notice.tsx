'use client';

import { useEffect } from 'react';
import { linkFollowed } from '../shell/navigation';
import classes from './connection-notice.module.css';
import { useConnection } from './use-connection';

interface ConnectionNoticeProps {
  words: { lost: string; back: string };
}

/** Shows that the connection is lost or restored. While it is lost, links to other pages do nothing. */
export function ConnectionNotice({ words }: ConnectionNoticeProps) {
  const connection = useConnection();
  const isLost = connection === 'lost';

  useEffect(() => {
    if (!isLost) return;
    const stay = (event: MouseEvent) => {
      if (!linkFollowed(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', stay, { capture: true });
    return () => window.removeEventListener('click', stay, { capture: true });
  }, [isLost]);

  return (
    <div role="status" className={classes.place}>
      {connection !== 'fine' && (
        <p className={classes.notice} data-connection={connection}>
          {words[connection]}
        </p>
      )}
    </div>
  );
}
