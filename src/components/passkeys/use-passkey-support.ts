import { useSyncExternalStore } from 'react';

/** Apps open pages in a browser of their own, which announces passkeys and then refuses them. */
const APP_BROWSER = /\bLine\//;
/** A passkey belongs to a host name. Browsers refuse it for an IP address. */
const IP_ADDRESS = /^[\d.]+$|^\[/;

const isSupported = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !APP_BROWSER.test(navigator.userAgent) &&
  !IP_ADDRESS.test(window.location.hostname);

const never = () => () => undefined;

/** Returns whether this browser can use passkeys; null until the page is hydrated. */
export function usePasskeySupport(): boolean | null {
  return useSyncExternalStore(never, isSupported, () => null);
}
