import { WordmarkPaths } from './box';

/** Draws the brand name. Screen readers read it as text. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <svg viewBox="4 -1 56 37" className={className} role="img" fill="currentColor">
      <title>ira</title>
      <WordmarkPaths />
    </svg>
  );
}
