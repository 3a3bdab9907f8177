'use client';

import { useRouter } from 'next/navigation';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { Icon } from '@/components/art/icon';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './sheet.module.css';

interface SheetProps {
  title: string;
  lead?: string | undefined;
  children: React.ReactNode;
}

/**
 * A dialog over the calendar with an address of its own. Without scripts it is the first part of the page. Its link of
 * closing leads to the calendar, and the element that had the focus gets it back.
 */
export function Sheet({ title, lead, children }: SheetProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const calendar = localePath(locale, '/account');

  useLayoutEffect(() => {
    const sheet = dialog.current;
    const opener = document.activeElement;
    // The server sends it open, for pages without scripts. Only then does it become modal.
    sheet?.close();
    sheet?.showModal();
    heading.current?.focus();
    return () => {
      sheet?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const close = () => {
    dialog.current?.close();
    router.push(calendar, { scroll: false });
  };

  return (
    <dialog
      ref={dialog}
      open
      className={classes.sheet}
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className={classes.head}>
        <h2 id="sheet-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <a
          href={calendar}
          className={classes.close}
          aria-label={t('common.close')}
          onClick={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <Icon of="close" />
        </a>
      </div>
      <div className={classes.body}>
        {lead && <p className="muted">{lead}</p>}
        <Suspense>{children}</Suspense>
      </div>
    </dialog>
  );
}

/** The end of a sheet that stays in sight: what changes, and the button. */
export function SheetFoot({ children }: { children: React.ReactNode }) {
  return <div className={`stack-2 ${classes.foot}`}>{children}</div>;
}
