import { Notice } from '@/components/notice';
import classes from '../../_components/desk.module.css';

/** Shows a secret that was made just now and cannot be read again. Nothing without one. */
export function ShownSecret({ title, secret }: { title: string; secret: string | null }) {
  if (secret === null) return null;
  return (
    <Notice tone="good" urgent title={title}>
      <p className={classes.mono}>{secret}</p>
    </Notice>
  );
}
