import classes from './reserved-text.module.css';

interface ReservedTextProps {
  /** The text that can take the place of the shown text. It is not visible and screen readers do not read it. */
  other: string;
  children: string;
}

/** Shows a text in the space of the larger of two texts, so that the change between them moves nothing. */
export function ReservedText({ other, children }: ReservedTextProps) {
  return (
    <span className={classes.reserved} data-other={other}>
      {/* A new element: the same one would move with its new text, which is centred in a button. */}
      <span key={children}>{children}</span>
    </span>
  );
}

/** Returns a text in which no line can break. For dates inside the texts of `ReservedText`, which has no elements in `other`. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
