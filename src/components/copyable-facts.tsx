import type { Translate } from '@/locales/typed';
import classes from './copyable-facts.module.css';

/** Lists names and values, some with a copy button. `watchCopies` makes the buttons copy. */
export function CopyableFacts({ children }: { children: React.ReactNode }) {
  return (
    <>
      <dl className={classes.facts} data-facts>
        {children}
      </dl>
      <p role="status" className="visually-hidden muted small" />
    </>
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
  t: Translate;
  /** The text as the page shows it. */
  children: React.ReactNode;
}

/** A name and its value, with a copy button. */
export function CopyableFact({ name, text, t, children }: CopyableFactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={classes.action}>
        <button
          type="button"
          className={classes.copy}
          data-copy={text}
          data-copied={t('common.copy.copiedOf', { name })}
          data-selected={t('common.copy.selected', { name })}
        >
          {(['copy', 'copied'] as const).map((state) => (
            <span key={state} className={state === 'copy' ? classes.idle : classes.copied}>
              <span aria-hidden>{t(`common.copy.${state}`)}</span>
              <span className="visually-hidden">{t(`common.copy.${state}Of`, { name })}</span>
            </span>
          ))}
        </button>
      </dd>
    </div>
  );
}
