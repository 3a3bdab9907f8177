import { useEffect, useEffectEvent } from 'react';

const ANSWER_LOST = 'ira:answer-lost';
const READ_AGAIN = 'ira:read-again';

/** Announces that the response of a command was lost, so that the page may be out of date. */
export function announceLostAnswer(): void {
  window.dispatchEvent(new Event(ANSWER_LOST));
}

/** Calls back when a response was lost. */
export function useLostAnswer(onLost: () => void): void {
  useWindowEvent(ANSWER_LOST, onLost);
}

/** Announces that the page was read again after a lost response or connection. */
export function announceReadAgain(): void {
  window.dispatchEvent(new Event(READ_AGAIN));
}

/** Calls back when the page was read again, for component state that is not part of the page's data. */
export function useReadAgain(onRead: () => void): void {
  useWindowEvent(READ_AGAIN, onRead);
}

/** Calls back when the page was read again, for modules. */
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
