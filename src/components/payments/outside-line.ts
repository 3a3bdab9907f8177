/** Returns the address that LINE opens in the phone's own browser. LINE's browser opens no other app. */
export function outsideLine(address: string): string {
  if (!/\bLine\//i.test(navigator.userAgent)) return address;
  const url = new URL(address);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
