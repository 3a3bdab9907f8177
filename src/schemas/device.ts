export const DEVICE_FORMS = ['phone', 'tablet', 'computer', 'program'] as const;
export type DeviceForm = (typeof DEVICE_FORMS)[number];

/** What somebody logs in from. `browser` and `system` are names as people know them, null where nothing tells. */
export interface Device {
  form: DeviceForm;
  browser: string | null;
  system: string | null;
}

/** The first that fits decides: browsers also name those they descend from. */
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
  // Phones say "Mobile", tablets don't (developer.chrome.com/docs/multidevice/user-agent).
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows NT\b/, 'Windows', 'computer'],
  // An iPad's Safari calls itself a Mac unless a site asks for the mobile page; nothing in the name tells them apart.
  [/\bMacintosh\b/, 'Mac', 'computer'],
  [/\b(X11|Linux)\b/, 'Linux', 'computer'],
];

/**
 * What a browser says it is, as its owner would put it. Only ever shown: anybody can say anything.
 * @param userAgent the `User-Agent` header, null when there was none. What is no browser's is a program's.
 */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const found = text.startsWith('Mozilla/') ? SYSTEMS.find(([sign]) => sign.test(text)) : undefined;
  if (!found) return { form: 'program', browser: null, system: null };
  const [, system, form] = found;
  return { form, browser: BROWSERS.find(([sign]) => sign.test(text))?.[1] ?? null, system };
}
