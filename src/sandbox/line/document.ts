import { html, raw, type Html } from '../pages';

const STYLE = `
:root{color-scheme:light;--green:#06c755;--deep:#04803a;--ink:#1f2328;--soft:#5d656d;--line:#dfe3e6;--ground:#f3f5f6}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans Thai",sans-serif;overflow-wrap:anywhere}
header{background:var(--green);color:#06290f;padding:12px 16px;font-weight:700}
header a{color:inherit}
header small{display:block;font-weight:400}
main{max-width:460px;margin:0 auto;padding:16px 16px 48px}
h1{font-size:1.25rem;line-height:1.3;margin:.2em 0 .5em}
h2{font-size:1rem;margin:1.2em 0 .4em}
p{margin:.4em 0}
a{color:#0b5ed0;text-underline-offset:3px}
.soft{color:var(--soft);font-size:.9rem}
.card{background:#fff;border:1px solid var(--line);border-radius:14px;padding:14px;margin:0 0 14px}
.notice{background:#fff6d8;border:1px solid #ecd891;border-radius:10px;padding:10px 12px;margin:0 0 14px}
ul.plain{list-style:none;margin:0;padding:0}
fieldset{border:0;padding:0;margin:0;min-width:0}
legend{float:left;width:100%;font-weight:700;padding:0;margin:0 0 4px}legend+*{clear:both}
label.person{display:flex;gap:12px;align-items:center;min-height:56px;padding:8px 4px;border-bottom:1px solid var(--line);cursor:pointer}
label.person:last-of-type{border-bottom:0}
label.person input{width:20px;height:20px;flex:none;margin:0;accent-color:var(--deep)}
label.person b,label.person small{display:block}
label.person small{color:var(--soft)}
.face{width:40px;height:40px;border-radius:50%;flex:none;background:#dfe6ea}
.field{display:block;margin:8px 0;font-weight:600}
.field input{display:block;width:100%;font:inherit;min-height:44px;padding:8px 12px;border-radius:10px;border:1px solid #8b949b;margin-top:4px}
button{font:inherit;font-weight:600;min-height:48px;width:100%;padding:10px 16px;margin:0 0 10px;border-radius:10px;border:1px solid #8b949b;background:#fff;color:var(--ink);cursor:pointer}
button.main{background:var(--green);border-color:var(--green);color:#06290f}
button.small{width:auto;min-height:44px;padding:6px 14px;margin:0 6px 8px 0}
button:focus-visible,a:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid #0b5ed0;outline-offset:2px}
summary{min-height:44px;padding:10px 0;cursor:pointer;font-weight:600}
`;

export interface DocumentOptions {
  status?: number;
  /** Further CSS of the page. */
  style?: string;
  /** The content of the green bar. Null: the word LINE. */
  bar?: Html | null;
  /** A script, the nonce with which the page allows it, and the URL to which it may connect. */
  script?: { nonce: string; code: string; connect: string };
}

/** Renders a page of the fake LINE for the width of a phone. */
export function document(title: string, body: Html, options: DocumentOptions = {}): string {
  const { script } = options;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · LINE, sandbox</title>
        <style>
          ${raw(STYLE + (options.style ?? ''))}
        </style>
      </head>
      <body>
        <header>
          ${options.bar ?? html`LINE <small>played by the sandbox; nothing here is real</small>`}
        </header>
        <main>${body}</main>
        ${script && raw(`<script nonce="${script.nonce}">${script.code}</script>`)}
      </body>
    </html>`.html;
}

/** Returns the HTTP headers of a page that `document` renders. */
export function documentHeaders({ script }: DocumentOptions = {}): Record<string, string> {
  const scripts = script ? `script-src 'nonce-${script.nonce}'; connect-src ${script.connect}; ` : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; ${scripts}base-uri 'none'; frame-ancestors 'none'`,
  };
}
