/* Replacement of the gateway's browser script: the calls that the shop uses, handled by the sandbox. */
(() => {
  'use strict';

  const here = new URL('.', document.currentScript.src);
  const TIMEOUT_MS = 30000;
  const FIRST_HEIGHT = '260px';

  let publicKey = '';
  let options = {};
  let open = null;

  const authorisation = (key) => `Basic ${btoa(`${key}:`)}`;

  async function createToken(kind, fields, answer) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(new URL('../vault/tokens', here), {
        method: 'POST',
        headers: { authorization: authorisation(publicKey), 'content-type': 'application/json' },
        body: JSON.stringify({ [kind]: fields }),
        signal: stop.signal,
      });
      const body = await response.json();
      answer(response.status, body);
    } catch {
      answer(0, { object: 'error', code: 'rpc_error', message: 'unable to connect to provider' });
    } finally {
      clearTimeout(timer);
    }
  }

  const elementOf = (given) => (typeof given === 'string' ? document.querySelector(given) : given);

  function makeFrame(locale) {
    const source = new URL('card.html', here);
    source.searchParams.set('parent', window.location.origin);
    source.searchParams.set('locale', locale);
    const frame = document.createElement('iframe');
    frame.src = source.href;
    frame.title = locale === 'th' ? 'ข้อมูลบัตร' : 'Card details';
    frame.referrerPolicy = 'no-referrer';
    Object.assign(frame.style, {
      display: 'block',
      // The frame keeps 4px around its fields for the focus ring; outside, they align with the page's own fields.
      width: 'calc(100% + 8px)',
      maxWidth: 'none',
      margin: '0 -4px',
      height: FIRST_HEIGHT,
      border: '0',
      colorScheme: 'normal',
    });
    return frame;
  }

  function tell(message) {
    if (open === null) return;
    if (!open.isReady) open.waiting.push(message);
    else open.frame.contentWindow.postMessage({ to: 'omise-card', ...message }, here.origin);
  }

  const HEARD = {
    ready() {
      open.isReady = true;
      const { style, locale } = options;
      tell({ type: 'configure', publicKey: options.publicKey ?? publicKey, locale, style });
      for (const message of open.waiting.splice(0)) tell(message);
    },
    height({ height }) {
      if (Number.isFinite(height)) open.frame.style.height = `${Math.ceil(height)}px`;
    },
    token({ token, brand, lastDigits }) {
      open.handlers.onCreateTokenSuccess?.(token, { brand, last_digits: lastDigits });
    },
    error({ code, message }) {
      open.handlers.onError?.({ code, message });
    },
  };

  window.addEventListener('message', (event) => {
    if (open === null || event.origin !== here.origin || event.source !== open.frame.contentWindow) return;
    if (event.data?.from !== 'omise-card') return;
    HEARD[event.data.type]?.(event.data);
  });

  function destroy() {
    open?.frame.remove();
    open = null;
  }

  window.Omise = {
    setPublicKey(key) {
      publicKey = key;
    },
    createToken,
  };

  window.OmiseCard = {
    configure(given) {
      options = { ...options, ...given };
      if (open?.isReady) HEARD.ready();
    },
    open(handlers) {
      destroy();
      const element = elementOf(options.element);
      if (!element) throw new Error('OmiseCard: configure({ element }) first');
      const frame = makeFrame(options.locale ?? 'en');
      open = { frame, handlers: handlers ?? {}, isReady: false, waiting: [] };
      element.replaceChildren(frame);
    },
    requestCardToken() {
      tell({ type: 'request' });
    },
    destroy,
  };
})();
