import { OpenBoxArt, type BoxArtItem } from '../art/box';
import classes from './lively-box.module.css';

interface LivelyBoxProps {
  items: readonly BoxArtItem[];
  title?: string;
  className?: string;
}

/** Animates the open box: added packs drop in. */
export function LivelyBox(props: LivelyBoxProps) {
  return <OpenBoxArt {...props} packClassName={classes.drop} />;
}
