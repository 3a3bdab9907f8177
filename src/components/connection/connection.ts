import { useEffect, useEffectEvent } from 'react';

const ANSWER_LOST = 'ira:answer-lost';
const READ_AGAIN = 'ira:read-again';

/**
 * Notifies the page that the response of a command was lost. The data on the page may then be out of date.
 */
export function announceLostAnswer(): void {
  window.dispatchEvent(new Event(ANSWER_LOST));
}

/** Calls `onLost` when the response of a command was lost. */
export function useLostAnswer(onLost: () => void): void {
  useWindowEvent(ANSWER_LOST, onLost);
}

/** Notifies the page that its data was loaded again after a lost response or connection. */
export function announceReadAgain(): void {
  window.dispatchEvent(new Event(READ_AGAIN));
}

/**
 * Calls `onRead` when the page's data was loaded again. For component state that is not part of that data.
 */
export function useReadAgain(onRead: () => void): void {
  useWindowEvent(READ_AGAIN, onRead);
}

/** Calls `handle` when the page's data was loaded again. For code outside of components. */
export function onReadAgain(handle: () => void): void {
  window.addEventListener(READ_AGAIN, handle);
}

function useWindowEvent(name: string, handle: () => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    const listen = () => latest();
    window.addEventListener(name, listen);
    return () => window.removeEventListener(name, listen);
  }, [name]);
}
