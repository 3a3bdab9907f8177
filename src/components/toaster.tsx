'use client';

import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from './button';
import { InMantine } from './mantine-context';
import classes from './toaster.module.css';

export interface Toast {
  message: string;
  tone: 'good' | 'bad';
  /** Reverses the action of the message. The toast then has an undo button, and stays for ten seconds. */
  undo?: () => void;
}

interface Labels {
  closeLabel: string;
  undoLabel: string;
}

const SHOWN_MS = 3000;
const UNDO_MS = 10_000;
/** The space in pixels that is kept free for a toast. */
const HEIGHT = 112;
const GAP = 8;

/** Shows up to three toasts at once, unless the pointer is on one of them each for its time. */
export function Toaster() {
  return (
    <InMantine>
      <Notifications
        position="top-center"
        autoClose={SHOWN_MS}
        limit={3}
        zIndex={450}
        classNames={{ root: classes.root }}
      />
    </InMantine>
  );
}

/** Shows a toast where it covers no heading. If the toaster is not mounted yet, the toast waits in a queue. */
export function show({ message, tone, undo }: Toast, { closeLabel, undoLabel }: Labels): void {
  document.documentElement.style.setProperty('--toast-top', `${freeTop()}px`);
  const id = crypto.randomUUID();
  notifications.show({
    id,
    message: undo ? (
      <span className={`row ${classes.undoable}`}>
        <span>{message}</span>
        <Button
          look="quiet"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {undoLabel}
        </Button>
      </span>
    ) : (
      message
    ),
    color: tone === 'good' ? '#3f6b54' : '#96262c',
    autoClose: undo ? UNDO_MS : SHOWN_MS,
    withBorder: true,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': closeLabel, size: 44, iconSize: 18 },
  });
}

/** Returns the smallest distance from the top of the window at which a toast covers no heading. */
function freeTop(): number {
  const headings = [...document.querySelectorAll('h1, h2, h3')]
    .map((heading) => heading.getBoundingClientRect())
    .filter(({ height, width, bottom }) => height > 1 && width > 1 && bottom > 0)
    .sort((a, b) => a.top - b.top);
  let top = GAP;
  for (const heading of headings) {
    if (heading.top >= top + HEIGHT) break;
    if (heading.bottom > top) top = heading.bottom + GAP;
  }
  return top + HEIGHT > window.innerHeight ? GAP : top;
}
