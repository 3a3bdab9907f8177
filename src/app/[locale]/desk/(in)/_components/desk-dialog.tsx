'use client';

import { useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '@/components/art/icon';
import { useI18n } from '@/locales/client';
import classes from './desk-dialog.module.css';

interface DeskDialogProps {
  title: string;
  lead?: string;
  /** What will happen, beside the form. */
  preview: React.ReactNode;
  /** The buttons. */
  foot: React.ReactNode;
  onClose: () => void;
  children: React.ReactNode;
}

/** A dialog for one change: the form, and beside it what the change will do. It stays until it is closed. */
export function DeskDialog({ title, lead, preview, foot, onClose, children }: DeskDialogProps) {
  const t = useI18n();
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={classes.head}>
        <div>
          <h2 id={heading} className={classes.title}>
            {title}
          </h2>
          {lead && <p className="muted small">{lead}</p>}
        </div>
        <button type="button" className={classes.close} aria-label={t('common.close')} onClick={onClose}>
          <Icon of="close" />
        </button>
      </header>
      <div className={classes.body}>
        <div className={`stack-4 ${classes.form}`}>{children}</div>
        <div className={`stack-4 ${classes.preview}`}>{preview}</div>
      </div>
      <footer className={classes.foot}>{foot}</footer>
    </dialog>
  );
}

/** A heading with what follows it, in the preview of a dialog. */
export function PreviewPart({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className={classes.part}>{title}</h3>
      {children}
    </section>
  );
}

/** Names with values, one per line. A null line is left out. */
export function PreviewLines({
  lines,
}: {
  lines: readonly (readonly [name: string, value: React.ReactNode] | null)[];
}) {
  return (
    <dl className={classes.lines}>
      {lines
        .filter((line) => line !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The text of a message that a change sends. */
export function PreviewText({ lang, children }: { lang: string; children: string }) {
  return (
    <p className={classes.message} lang={lang}>
      {children}
    </p>
  );
}
