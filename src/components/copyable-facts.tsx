'use client';

import { createContext, useContext, useRef, useState } from 'react';
import { useI18n } from '@/locales/client';
import classes from './copyable-facts.module.css';

interface Outcome {
  name: string;
  /**
   * True if the text is in the clipboard. False if the text is selected, so that the user can copy it
   * manually.
   */
  isCopied: boolean;
}

const LastContext = createContext<{
  last: Outcome | null;
  tell: (outcome: Outcome) => void;
} | null>(null);

/**
 * Lists names and values, some with a copy button. Only the value that was copied last has a confirmation.
 */
export function CopyableFacts({ children }: { children: React.ReactNode }) {
  const t = useI18n();
  const [last, tell] = useState<Outcome | null>(null);
  const isSelected = last !== null && !last.isCopied;
  return (
    <LastContext.Provider value={{ last, tell }}>
      <dl className={classes.facts}>{children}</dl>
      <p role="status" className={isSelected ? 'muted small' : 'visually-hidden'}>
        {last && t(`common.copy.${last.isCopied ? 'copiedOf' : 'selected'}`, { name: last.name })}
      </p>
    </LastContext.Provider>
  );
}

/** A name and its value, without a copy button. */
export function PlainFact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CopyableFactProps {
  name: string;
  /** The text that the button copies. */
  text: string;
  /** The text as the page shows it. */
  children: React.ReactNode;
}

/** A name and its value, with a copy button. */
export function CopyableFact({ name, text, children }: CopyableFactProps) {
  const t = useI18n();
  const group = useContext(LastContext);
  const value = useRef<HTMLElement>(null);
  const isCopied = group?.last?.name === name && group.last.isCopied;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      group?.tell({ name, isCopied: true });
    } catch {
      // Some in-app browsers refuse clipboard access. The selected text can be copied with a long press.
      if (value.current) window.getSelection()?.selectAllChildren(value.current);
      group?.tell({ name, isCopied: false });
    }
  };
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd ref={value}>{children}</dd>
      <dd className={classes.action}>
        <button
          type="button"
          className={classes.copy}
          data-done={isCopied || undefined}
          aria-label={t(`common.copy.${isCopied ? 'copiedOf' : 'copyOf'}`, { name })}
          onClick={() => void copy()}
        >
          {t(`common.copy.${isCopied ? 'copied' : 'copy'}`)}
        </button>
      </dd>
    </div>
  );
}
