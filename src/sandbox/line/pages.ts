import { nothingHere, ok } from '../respond';
import { act, PERSON_ACTIONS } from './acts';
import { pictureSvg } from './consent-page';
import { document, documentHeaders } from './document';
import { html } from '../pages';
import { inboxPage, peoplePage } from './inbox-page';
import { takeLink } from './push';
import type { LineService } from './line-service';
import { readMessage } from './texts';

/** Returns the messages that a user's phone received, oldest first, as JSON. */
function inboxJson({ line }: LineService, userId: string): Response {
  const arrived = [...line.messages.values()].filter((one) => one.to === userId && one.fate === 'delivered');
  return ok(arrived.map((one) => ({ at: new Date(one.at).toISOString(), ...readMessage(one) })));
}

/** Handles the form of a user's phone: a pressed button, a written text or a picture. */
async function press(service: LineService, userId: string, form: FormData): Promise<void> {
  const { line, messenger } = service;
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const again = line.events.get(field('redeliver') ?? '');
  if (again !== undefined) await messenger.redeliver(again);
  const person = line.people.get(userId);
  const action = PERSON_ACTIONS.find((one) => one === field('action'));
  const file = form.get('picture');
  const words =
    file instanceof Blob ? Buffer.from(await file.arrayBuffer()).toString('base64') : field('text');
  if (person !== undefined && action !== undefined)
    await act(service, person, action, words ?? '', field('date'));
}

async function answerInbox(service: LineService, request: Request, id: string): Promise<Response | null> {
  const { line } = service;
  const userId = id.replace(/\.json$/, '');
  const person = line.people.get(userId) ?? null;
  const isKnown = person !== null || [...line.messages.values()].some((one) => one.to === userId);
  if (!isKnown) return null;
  if (request.method === 'POST') {
    await press(service, userId, await request.formData());
    return new Response(null, { status: 303, headers: { location: `/line/inbox/${userId}` } });
  }
  return id.endsWith('.json') ? inboxJson(service, userId) : inboxPage(line, userId, person);
}

/** Links a LINE user to an account of the app and sends the app a webhook. */
async function accountLink({ line, messenger }: LineService, query: URLSearchParams): Promise<Response> {
  const nonce = query.get('nonce') ?? '';
  const userId =
    nonce.length >= 10 && nonce.length <= 255 ? takeLink(line, query.get('linkToken') ?? '') : null;
  const result = userId === null ? 'failed' : 'ok';
  if (userId !== null) await messenger.tell(userId, 'accountLink', { link: { result, nonce } });
  const words = result === 'ok' ? 'Your accounts are linked.' : 'This link is not good any more.';
  return new Response(document('Account link', html`<h1>${words}</h1>`), {
    status: result === 'ok' ? 200 : 400,
    headers: documentHeaders(),
  });
}

/** Handles requests to the pages of `/line`. Returns null for an unknown page. */
export async function answerLinePages(
  service: LineService,
  request: Request,
  url: URL,
): Promise<Response | null> {
  const [, , view = '', id = '', rest] = url.pathname.split('/');
  if (view === 'inbox' && id !== '' && rest === undefined) return answerInbox(service, request, id);
  if (url.pathname === '/line/access/dialog/bot/accountLink') return accountLink(service, url.searchParams);
  if (request.method !== 'GET') return nothingHere(url.pathname);
  if (url.pathname === '/line' || url.pathname === '/line/' || url.pathname === '/line/inbox') {
    return peoplePage(service.line);
  }
  const person = service.line.people.get(id.replace(/\.svg$/, ''));
  if (view !== 'pictures' || person === undefined) return null;
  return new Response(pictureSvg(person), { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
}
