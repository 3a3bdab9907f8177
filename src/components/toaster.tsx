'use client';

import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

export interface Toast {
  message: string;
  tone: 'good' | 'bad';
}

/** Shows up to three toasts at once, each for three seconds unless the pointer is on it. */
export function Toaster() {
  return <Notifications position="top-center" autoClose={3000} limit={3} zIndex={450} />;
}

/** Shows a toast. If the toaster is not mounted yet, the toast waits in a queue. */
export function show({ message, tone }: Toast, closeLabel: string): void {
  notifications.show({
    message,
    color: tone === 'good' ? '#3f6b54' : '#96262c',
    withBorder: true,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': closeLabel },
  });
}
