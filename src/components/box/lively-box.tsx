import { memo } from 'react';
import { OpenBoxArt, type BoxArtItem } from '../art/box';
import classes from './lively-box.module.css';

interface LivelyBoxProps {
  items: readonly BoxArtItem[];
  title?: string;
  className?: string;
}

/** Draws the open box with an animation of added packs. */
export const LivelyBox = memo(function LivelyBox(props: LivelyBoxProps) {
  return <OpenBoxArt {...props} packClassName={classes.drop} />;
});
