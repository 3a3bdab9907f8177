import { createHash } from 'node:crypto';
import type { buildDocument } from './document';

type Document = ReturnType<typeof buildDocument>;
type Operation = NonNullable<NonNullable<NonNullable<Document['paths']>[string]>['post']>;
type Media = {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { value: { message?: string } }>;
};

const METHODS = ['get', 'post', 'delete'] as const;

const STYLE = `
:root { color-scheme: light; --ink: #2b1f1d; --muted: #6b5a55; --line: #e7dcd4; --cream: #fbf6f2; --primary: #96262c }
* { box-sizing: border-box }
html { scroll-padding-top: 16px }
body { margin: 0; color: var(--ink); background: var(--cream); font: 16px/1.6 system-ui, 'Noto Sans Thai', Thonburi, sans-serif }
main, header { max-width: 880px; margin: 0 auto; padding: 24px 16px }
h1 { margin: 0; font-size: 32px } h2 { margin: 48px 0 8px; font-size: 24px } h3 { margin: 24px 0 4px; font-size: 16px }
p { margin: 8px 0; overflow-wrap: anywhere } .muted { color: var(--muted) }
a { color: var(--primary) }
a:focus-visible, [tabindex]:focus-visible, summary:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
nav ul { padding: 0; list-style: none; columns: 2 320px } nav li { padding: 2px 0; break-inside: avoid }
article { margin: 16px 0; padding: 16px; border: 1px solid var(--line); border-radius: 14px; background: #fff }
article h3:first-child { margin: 0; font-size: 18px }
code, pre { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace } code { overflow-wrap: anywhere } h3 code { font-size: inherit }
pre { margin: 8px 0; padding: 12px; overflow-x: auto; border-radius: 10px; background: var(--cream) }
.method { display: inline-block; min-width: 62px; color: var(--primary) }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse; font-size: 15px }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
summary { padding: 6px 0; cursor: pointer }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The Content-Security-Policy of the page: no scripts, no external content, no frames. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((one) => `<p>${escaped(one)}</p>`)
    .join('');

const json = (value: unknown) => escaped(JSON.stringify(value, null, 2));

/**
 * Returns a `<pre>` element with a value as JSON. The element can be focused, so that keyboard users can scroll it.
 */
const pre = (label: string, value: unknown) =>
  `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${json(value)}</code></pre>`;

const details = (title: string, inside: string) =>
  `<details><summary>${escaped(title)}</summary>${inside}</details>`;

const mediaOf = (holder: { content?: Record<string, unknown> } | undefined) =>
  holder?.content?.['application/json'] as Media | undefined;

function allowedCallersText({ security = [] }: Operation): string {
  if (security.some((way) => 'operator' in way)) return 'Operator’s bearer token';
  if (security.length === 0 || security.some((way) => Object.keys(way).length === 0)) return 'Anyone';
  return 'Session cookie';
}

function refusalRows(operation: Operation): string {
  const rows = Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
    const { examples = {} } = mediaOf(response as never) ?? {};
    return Object.entries(examples).map(
      ([code, { value }]) =>
        `<tr><td>${status}</td><td><code>${escaped(code)}</code></td><td>${escaped(value.message ?? '')}</td></tr>`,
    );
  });
  return rows.join('');
}

function article(method: string, path: string, operation: Operation): string {
  const call = `${method.toUpperCase()} ${path}`;
  const request = mediaOf(operation.requestBody as never);
  const answer = mediaOf(operation.responses?.['200'] as never);
  const inWords = Object.entries(operation.responses ?? {})
    .filter(([status]) => status < '400')
    .map(([status, response]) => `${status}: ${(response as { description: string }).description}`);
  const names = (operation.parameters ?? []) as { name: string; in: string }[];
  const parameters = names.map((one) => `<code>${escaped(one.name)}</code> (${one.in})`).join(', ');
  return `<article id="${operation.operationId}" aria-labelledby="${operation.operationId}-name">
<h3 id="${operation.operationId}-name"><code><span class="method">${method.toUpperCase()}</span> ${escaped(path)}</code></h3>
<p>${escaped(operation.summary ?? '')}</p>
${paragraphs(operation.description ?? '')}
<p class="muted">${allowedCallersText(operation)}${parameters && ` · ${parameters}`}</p>
${request ? `<h3>Body</h3>${pre(`Body of ${call}`, request.example)}` : ''}
<h3>Answer</h3>${answer ? pre(`Answer of ${call}`, answer.example) : paragraphs(inWords.join('\n\n'))}
${request ? details('Schema of the body', pre(`Schema of the body of ${call}`, request.schema)) : ''}
${answer ? details('Schema of the answer', pre(`Schema of the answer of ${call}`, answer.schema)) : ''}
${details('Refusals', `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(`Refusals of ${call}`)}"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${refusalRows(operation)}</tbody></table></div>`)}
</article>`;
}

/** Returns the OpenAPI document as one HTML page in English, usable from 360 px width and by keyboard. */
export function renderPage(document: Document): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation, tag: operation.tags?.[0] ?? '' }] : [];
    }),
  );
  const tags = [...new Set(calls.map(({ tag }) => tag))];
  const links = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escaped(path)}</code></a></li>`,
  );
  const sections = tags.map((tag) => {
    const articles = calls
      .filter((call) => call.tag === tag)
      .map((c) => article(c.method, c.path, c.operation));
    return `<section aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${escaped(tag)}</h2>${articles.join('')}</section>`;
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) =>
    details(name, pre(`Schema of ${name}`, schema)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)} API</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(document.info.title)} API</h1>${paragraphs(document.info.description ?? '')}
<p><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/graphql/schema.graphql">GraphQL schema</a></p></header>
<main>
<nav aria-label="Calls"><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Shapes</h2>${schemas.join('')}</section>
</main>
</body>
</html>`;
}
