import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { askInProcess, type Handler } from './ask-in-process';
import { acceptedCoding } from './content-coding';
import { finishedHtml, pageHeaders } from './finished-html';

/** Responds with a page that is rendered for its visitor, without framework JavaScript; nothing keeps it. */
export async function sendVisitorPage(
  handlePage: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'accept-encoding': accepted, ...headers } = request.headers;
  // The page is rendered as text, and read again.
  const answer = await askInProcess(handlePage, request.url ?? '/', headers);
  const { location } = answer.headers;
  const html = Buffer.from(answer.status === 200 ? finishedHtml(answer.body) : answer.body);
  const coding = acceptedCoding(accepted) === '' ? '' : 'gzip';
  const body = coding === '' ? html : await promisify(gzip)(html);
  response.writeHead(answer.status, {
    ...pageHeaders(answer.headers),
    'cache-control': 'private, no-store',
    ...(location !== undefined && { location }),
    ...(coding !== '' && { 'content-encoding': coding }),
    vary: 'accept-encoding',
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
