import type { IncomingMessage, ServerResponse } from 'node:http';
import { FAILURE_WORDS } from '@/locales/failure-words';
import { log } from '@/server/platform/log';
import { askInProcess, type Answer, type Handler } from './ask-in-process';
import { finishedHtml, pageHeaders } from './finished-html';

/**
 * Responds with a public page that is rendered for this visitor and not cached. The page has no scripts of
 * the framework.
 */
export async function sendVisitorPage(
  handlePage: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/' } = request;
  const { status, headers: own, body } = await answerOf(handlePage, url, request.headers);
  response.writeHead(status, {
    ...pageHeaders(own),
    'cache-control': 'private, no-store',
    ...(own.location !== undefined && { location: own.location }),
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Returns a page that Next renders. Next's error page needs scripts, so a page without scripts replaces it.
 */
async function answerOf(
  handlePage: Handler,
  url: string,
  headers: IncomingMessage['headers'],
): Promise<Answer> {
  try {
    const answer = await askInProcess(handlePage, url, headers);
    if (answer.status >= 500) throw new Error(`A page was rendered with status ${answer.status}.`);
    return { ...answer, body: finishedHtml(answer.body) };
  } catch (error) {
    log.error('page.failed', { error });
    return { status: 500, headers: {}, body: failedPage(/^\/th(\/|\?|$)/.test(url) ? 'th' : 'en') };
  }
}

function failedPage(locale: keyof typeof FAILURE_WORDS): string {
  const { title, text, again } = FAILURE_WORDS[locale];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ira</title>`;
  const main = `<main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main>`;
  return `<!DOCTYPE html><html lang="${locale}"><head>${head}</head><body>${main}</body></html>`;
}
