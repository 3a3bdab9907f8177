import { useEffect, useEffectEvent } from 'react';

const ANSWER_LOST = 'ira:answer-lost';
const READ_AGAIN = 'ira:read-again';

/** Announces that a command's answer did not arrive, so that the page may show a state that is no longer true. */
export function announceLostAnswer(): void {
  window.dispatchEvent(new Event(ANSWER_LOST));
}

/** Calls back when an answer did not arrive. */
export function useLostAnswer(onLost: () => void): void {
  useWindowEvent(ANSWER_LOST, onLost);
}

/** Announces that the page has been read again after a lost answer or connection. */
export function announceReadAgain(): void {
  window.dispatchEvent(new Event(READ_AGAIN));
}

/** Calls back when the page has been read again, for state that a component holds beside the page's own. */
export function useReadAgain(onRead: () => void): void {
  useWindowEvent(READ_AGAIN, onRead);
}

function useWindowEvent(name: string, handle: () => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    const listen = () => latest();
    window.addEventListener(name, listen);
    return () => window.removeEventListener(name, listen);
  }, [name]);
}
