/** Text that is safe HTML. */
export interface Html {
  html: string;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const raw = (html: string): Html => ({ html });

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'html' in value ? (value as Html).html : '';
}

/** Builds HTML from a tagged template. Values are escaped unless they are `Html`. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return raw(parts.reduce((text, part, i) => text + shown(values[i - 1]) + part));
}

const STYLE = `
:root{color-scheme:light;--primary:#96262c;--ink:#2b2320;--soft:#6b5f58;--line:#e6ddd4;--ground:#faf6f1}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans Thai",sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px 64px}
main.narrow{max-width:480px}
h1{font-size:1.5rem;line-height:1.25;margin:.2em 0 .6em}
nav{background:#fff;border-bottom:1px solid var(--line);padding:10px 16px;display:flex;flex-wrap:wrap;gap:4px 18px;align-items:center}
nav b{color:var(--primary)}
a{color:var(--primary);text-underline-offset:3px}
nav a{display:inline-block;padding:8px 2px}
.card{background:#fff;border:1px solid var(--line);border-radius:14px;padding:18px;margin:0 0 16px}
.soft{color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.94rem}
th,td{text-align:left;padding:10px 8px;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td.num{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap}
button{font:inherit;font-weight:600;min-height:48px;width:100%;padding:10px 16px;margin:0 0 10px;border-radius:10px;border:1px solid var(--line);background:#fff;color:var(--ink);cursor:pointer}
button.main{background:var(--primary);border-color:var(--primary);color:#fff}
button.small{width:auto;min-height:44px;margin:0 8px 8px 0;display:inline-block}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid #96262c66;outline-offset:2px}
input{font:inherit;min-height:44px;padding:8px 12px;border-radius:10px;border:1px solid #bfb2a7}
.amount{font-size:2rem;font-weight:700;margin:.1em 0}
.tag{display:inline-block;padding:2px 10px;border-radius:99px;background:#efe7df;font-size:.85rem}
.tag.successful{background:#dcefdc;color:#1c5a25}.tag.failed,.tag.expired{background:#f7dfdc;color:#8a1f16}.tag.pending{background:#fbeccb;color:#6d4a00}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.88rem;background:#f6f1eb;border-radius:10px;padding:14px}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:10px;background:#fff}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 16px;margin:0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
`;

const NAV = html`<nav aria-label="Sandbox">
  <b>Sandbox</b><a href="/">Overview</a><a href="/omise">Card gateway</a><a href="/line">LINE</a
  ><a href="/mail">Mail</a><a href="/bank">Bank</a><a href="/mycloud">Parcels</a
  ><a href="/ecwid/shop">Shop</a>
</nav>`;

/** A table in a card, which scrolls sideways on a narrow screen. */
export const table = (heads: readonly string[], rows: readonly (Html | undefined)[]): Html =>
  html`<div class="card scroll">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

export interface PageOptions {
  narrow?: boolean;
  status?: number;
  nav?: boolean;
}

/** Creates a response with a complete HTML page. */
export function page(title: string, body: Html, options: PageOptions = {}): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · sandbox</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        ${options.nav === false ? null : NAV}
        <main class="${options.narrow ? 'narrow' : ''}">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return new Response(document.html, {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

/** Formats an amount in baht: `฿439.00`. */
export function baht(satang: number): string {
  return `฿${(satang / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** Formats an instant in Bangkok time: `2026-11-20 09:00:00`. */
export function bangkokTime(ms: number): string {
  return new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the sandbox's start page. */
export function indexPage(facts: {
  now: number;
  charges: number;
  mails: number;
  lineMessages: number;
  transfers: number;
  parcels: number;
  siteUrl: string;
}): Response {
  return page(
    'Sandbox providers',
    html`<p class="card">
        Everything outside the shop, played by one process. Its time is <b>${bangkokTime(facts.now)}</b> in
        Bangkok. <a href="${facts.siteUrl}">Go to the shop</a>
      </p>
      <div class="card">
        <h2><a href="/omise">Card gateway</a></h2>
        <p>${facts.charges} charges, 3-D Secure and pay-this-QR pages. Test card: 4242 4242 4242 4242.</p>
      </div>
      <div class="card">
        <h2><a href="/line">LINE</a></h2>
        <p>${facts.lineMessages} messages pushed. Every person’s phone, and what they do with the account.</p>
      </div>
      <div class="card">
        <h2><a href="/mail">Mail</a></h2>
        <p>${facts.mails} mails received. The newest to someone as JSON: <code>/mail/latest?to=</code></p>
      </div>
      <div class="card">
        <h2><a href="/bank">Bank</a></h2>
        <p>${facts.transfers} transfers arrived. <a href="/bank/statement.csv">Statement as CSV</a></p>
      </div>
      <div class="card">
        <h2><a href="/mycloud">Fulfilment</a></h2>
        <p>${facts.parcels} parcels, from the warehouse to the door.</p>
      </div>
      <div class="card">
        <h2><a href="/ecwid/shop">Shop</a></h2>
        <p>The store whose catalogue the site shows, and where “buy once” leads.</p>
      </div>
      <div class="card">
        <h2>Control</h2>
        <p>
          <a href="/_control/journal">Journal</a> · <a href="/_control/faults">Faults</a> ·
          <a href="/_control/omise/charges">Charges</a> · <a href="/_control/line/people">People</a> ·
          <a href="/_control/clock">Clock</a>
        </p>
      </div>`,
  );
}
