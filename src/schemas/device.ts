export const DEVICE_FORMS = ['phone', 'tablet', 'computer', 'program'] as const;
export type DeviceForm = (typeof DEVICE_FORMS)[number];

/**
 * The device of a log-in. `browser` and `system` are product names such as 'Chrome' and 'Windows'; null if
 * unknown.
 */
export interface Device {
  form: DeviceForm;
  browser: string | null;
  system: string | null;
}

/**
 * The patterns of the browsers. The first match is used, because the user agent of a browser also contains
 * the names of older browsers.
 */
const BROWSERS: [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string, DeviceForm][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  // Phones send "Mobile", tablets do not (developer.chrome.com/docs/multidevice/user-agent).
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows NT\b/, 'Windows', 'computer'],
  // Safari on an iPad sends the user agent of a Mac unless the user requests the mobile page.
  [/\bMacintosh\b/, 'Mac', 'computer'],
  [/\b(X11|Linux)\b/, 'Linux', 'computer'],
];

/**
 * Returns the device that a user agent describes. It is only for display, because the header can be forged.
 * @param userAgent the `User-Agent` header, or null. Any client that is not a browser has the form 'program'.
 */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const found = text.startsWith('Mozilla/') ? SYSTEMS.find(([sign]) => sign.test(text)) : undefined;
  if (!found) return { form: 'program', browser: null, system: null };
  const [, system, form] = found;
  return { form, browser: BROWSERS.find(([sign]) => sign.test(text))?.[1] ?? null, system };
}
