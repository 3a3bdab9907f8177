'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import classes from './frame.module.css';

interface DeskKeysProps {
  /** The sections that the role may see, with the letter that opens each after `g`. */
  sections: readonly { href: string; text: string; letter: string }[];
}

/** How long after `g` the letter of a section is awaited. */
const LETTER_MS = 1500;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;

/** Moves the focus to the next or the previous row of the page's lists. */
function moveTo(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? 0 : at + step];
  if (!next) return false;
  next.tabIndex = -1;
  next.focus();
  return true;
}

/** Presses the first button or link of the row that has the focus. */
function openRow(): boolean {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined) return false;
  const [step] = [
    ...row.querySelectorAll<HTMLElement>('[data-step] :is(a, button)'),
    ...row.querySelectorAll('a'),
  ];
  step?.click();
  return step !== undefined;
}

/** The keys of the desk: `/` search, `g` and a letter for a section, arrows in lists, Enter, `?` for all of them. */
export function DeskKeys({ sections }: DeskKeysProps) {
  const t = useI18n();
  const router = useRouter();
  const help = useRef<HTMLDialogElement>(null);
  const goUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isLetter = event.timeStamp < goUntil.current;
      goUntil.current = 0;
      const section = sections.find(({ letter }) => letter === event.key);
      if (isLetter && section) router.push(section.href);
      else if (event.key === '/') document.querySelector<HTMLInputElement>('[data-find]')?.select();
      else if (event.key === 'g') goUntil.current = event.timeStamp + LETTER_MS;
      else if (event.key === '?') help.current?.showModal();
      else if (event.key === 'Enter' ? !openRow() : !moveBy(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router, sections]);
  const keys = [
    ['/', t('desk.keys.search')],
    ['↑ ↓', t('desk.keys.rows')],
    ['Enter', t('desk.keys.open')],
    ...sections.map(({ letter, text }) => [`g ${letter}`, text] as const),
  ] as const;
  return (
    <>
      <button type="button" className={classes.keys} onClick={() => help.current?.showModal()}>
        {t('desk.keys.title')} <kbd aria-hidden>?</kbd>
      </button>
      <dialog ref={help} className="dialog" aria-labelledby="desk-keys">
        <h2 id="desk-keys">{t('desk.keys.title')}</h2>
        <dl className={classes.keyList}>
          {keys.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Button look="secondary" wide onClick={() => help.current?.close()}>
          {t('common.close')}
        </Button>
      </dialog>
    </>
  );
}

const moveBy = (key: string) =>
  key === 'ArrowDown' || key === 'j' ? moveTo(1) : key === 'ArrowUp' || key === 'k' ? moveTo(-1) : false;
