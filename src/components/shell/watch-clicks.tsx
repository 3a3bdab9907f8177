'use client';

import { useWatch } from '../use-watch';
import { watchCopies } from '../watch-copies';
import { watchMenu } from './watch-menu';

/** Closes the menu and copies, on a page with client navigation. */
export function WatchClicks() {
  useWatch(watchMenu);
  useWatch(watchCopies);
  return null;
}
