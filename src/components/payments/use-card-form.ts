'use client';

import { useEffect, useRef, useState } from 'react';
import type { Locale } from '@/domain/locale';

interface CardFormHandlers {
  onCreateTokenSuccess: (token: string | { token: string }) => void;
  onError: (error: unknown) => void;
}

/** The gateway's script, as omise-woocommerce drives its embedded form. */
interface OmiseCard {
  configure: (options: Record<string, unknown>) => void;
  open: (handlers: CardFormHandlers) => void;
  requestCardToken: () => void;
}

declare global {
  interface Window {
    OmiseCard?: OmiseCard;
  }
}

const STYLE = {
  fontFamily: 'Anuphan, "Noto Sans Thai", system-ui, sans-serif',
  fontSize: '16px',
  input: {
    height: '50px',
    borderRadius: '10px',
    border: '1.5px solid #8c7a73',
    focusBorder: '2px solid #96262c',
    background: '#ffffff',
    color: '#2b1f1d',
    labelColor: '#2b1f1d',
    placeholderColor: '#6b5a55',
  },
  controls: { button: '#96262c' },
};

export type CardFormState = 'loading' | 'ready' | 'failed';

interface CardFormOptions {
  /** The id of the element the form is drawn into. */
  elementId: string;
  scriptUrl: string;
  publicKey: string;
  locale: Locale;
  /** A card became a token: the only thing of it that ever reaches this page. */
  onToken: (cardToken: string) => void;
  onIncomplete: () => void;
}

/**
 * The gateway's own card form in an iframe of its own origin; numbers typed there never reach us. `requestToken`
 * asks for a token of what was typed, the answer comes to onToken or onIncomplete.
 */
export function useCardForm(options: CardFormOptions) {
  const [state, setState] = useState<CardFormState>('loading');
  const [tries, setTries] = useState(0);
  const latest = useRef(options);
  const drawn = useRef<OmiseCard>(null);
  useEffect(() => {
    latest.current = options;
  });
  const { elementId, scriptUrl, publicKey, locale } = options;

  useEffect(() => {
    let isGone = false;
    const draw = (gateway: OmiseCard) => {
      gateway.configure({
        publicKey,
        element: `#${elementId}`,
        customCardForm: true,
        customCardFormTheme: 'light',
        customCardFormHideRememberCard: 'yes',
        locale,
        style: STYLE,
      });
      gateway.open({
        onCreateTokenSuccess: (answer) =>
          latest.current.onToken(typeof answer === 'string' ? answer : answer.token),
        onError: () => latest.current.onIncomplete(),
      });
      drawn.current = gateway;
      setState('ready');
    };
    loadScript(scriptUrl)
      .then((gateway) => !isGone && draw(gateway))
      .catch(() => !isGone && setState('failed'));
    return () => {
      isGone = true;
    };
  }, [elementId, scriptUrl, publicKey, locale, tries]);

  const retry = () => {
    setState('loading');
    setTries((count) => count + 1);
  };
  return { state, retry, requestToken: () => drawn.current?.requestCardToken() };
}

let loading: Promise<OmiseCard> | null = null;

/** Once at a time: a second run of the script would know nothing of the form that the first one drew. */
function loadScript(url: string): Promise<OmiseCard> {
  if (window.OmiseCard) return Promise.resolve(window.OmiseCard);
  loading ??= runScript(url).finally(() => (loading = null));
  return loading;
}

function runScript(url: string): Promise<OmiseCard> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => (window.OmiseCard ? resolve(window.OmiseCard) : reject(new Error('no card form')));
    script.onerror = () => {
      script.remove();
      reject(new Error('no card form'));
    };
    document.head.append(script);
  });
}
