'use client';

import { useState } from 'react';
import classes from './way.module.css';

interface WayProps {
  title: string;
  note: React.ReactNode;
  children: React.ReactNode;
}

/** Another way out: a row that unfolds. Its content is loaded when it opens. */
export function Way({ title, note, children }: WayProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`card ${classes.way}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="strong">{title}</span>
        <span className="muted small">{note}</span>
      </summary>
      {isOpen && <div className="stack mt-3">{children}</div>}
    </details>
  );
}
