'use client';

import { useEffect, useRef, useState } from 'react';
import type { Locale } from '@/domain/locale';

interface CardFormHandlers {
  onCreateTokenSuccess: (token: string | { token: string }) => void;
  onError: (error: unknown) => void;
}

/**
 * The functions of the gateway's script that this module calls. The calls follow the plugin
 * omise-woocommerce.
 */
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
    focusBorder: '2px solid #1f4f7a',
    background: '#ffffff',
    color: '#2b1f1d',
    labelColor: '#2b1f1d',
    placeholderColor: '#6b5a55',
  },
  controls: { button: '#96262c' },
};

export type CardFormState = 'loading' | 'ready' | 'failed';

interface CardFormOptions {
  /** The id of the form's parent element. */
  elementId: string;
  scriptUrl: string;
  publicKey: string;
  locale: Locale;
  /** Called with the card token. No other card data reaches this page. */
  onToken: (cardToken: string) => void;
  onIncomplete: () => void;
}

/**
 * Embeds the gateway's card form in an iframe of its own origin, so that card numbers never reach this site.
 * `requestToken` requests a card token. The result is passed to `onToken` or `onIncomplete`.
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

/** Loads the script once. A second run of the script would not find the form that the first run created. */
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
