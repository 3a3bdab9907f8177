import { readFileSync } from 'node:fs';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

const FILES = new Set(['omise.js', 'card.html', 'card.js', 'card.css']);

/** The content security policy of the frame with the card fields. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const kept = new Map<string, string>();

function contentOf(name: string): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const content = readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
  kept.set(name, content);
  return content;
}

/** Handles requests to `/omise/js/…`: the script that replaces Omise.js, and the card fields in its frame. */
export function answerAsset(request: Request, url: URL): Response | null {
  const name = /^\/omise\/js\/([a-z.]+)$/.exec(url.pathname)?.[1] ?? '';
  if (request.method !== 'GET' || !FILES.has(name)) return null;
  const headers: Record<string, string> = {
    'content-type': TYPES[name.split('.')[1] ?? ''] ?? 'text/plain',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  if (name === 'omise.js') headers['access-control-allow-origin'] = '*';
  if (name === 'card.html') headers['content-security-policy'] = FRAME_POLICY;
  return new Response(contentOf(name), { headers });
}
