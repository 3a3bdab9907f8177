import { bangkokTime, html, type Html } from '../pages';
import { faceOf } from './consent-page';
import { document, documentHeaders } from './document';
import { FLEX_STYLE, flexHtml } from './flex-html';
import { shownMenuOf } from './menus';
import { friendshipWords } from './users';
import type { Platform } from './platform';
import type { EventRecord, Fate, MessageRecord, PersonRecord } from './records';
import { withLinks } from './texts';

const STYLE = `${FLEX_STYLE}
body{background:#b9cbe0}
main{padding-bottom:24px}
.day{text-align:center;margin:14px 0 8px}.day span{background:#ffffffb0;border-radius:99px;padding:2px 12px;font-size:.85rem}
.talk{list-style:none;margin:0;padding:0}
.talk li{margin:0 0 12px;max-width:100%}
.say{background:#fff;border-radius:16px;padding:10px 14px;display:inline-block;max-width:100%;white-space:pre-wrap}
.mine{text-align:right}.sent{max-width:60%;border-radius:16px}.mine .say{background:#c3f3a9;text-align:left}
time{display:block;font-size:.78rem;color:#33414f;margin:2px 4px 0}
.lost{opacity:.85}.lost .say,.lost .flex-bubble{outline:2px dashed #a3261c;outline-offset:-2px}
.lost strong{display:block;color:#8a1f16;font-size:.85rem;margin:2px 4px 0}
.quick{display:flex;gap:8px;overflow-x:auto;padding:4px 0 8px}.quick form{flex:none}.quick button{width:auto;margin:0;border-radius:99px;background:#fff}
.menu{position:relative;margin:0 0 16px}.menu img{display:block;width:100%;border-radius:10px}.menu form,.menu a{position:absolute}.menu button{width:100%;height:100%;margin:0;opacity:0}.menu a:focus-visible,.menu button:focus-visible{opacity:.4;outline:4px solid #0b5ed0}
form.write{display:flex;gap:8px;margin:16px 0}
form.write input{flex:1;min-width:0;font:inherit;min-height:48px;border-radius:10px;border:1px solid #8b949b;padding:8px 12px}
form.write button{width:auto;margin:0}
.row{display:flex;flex-wrap:wrap;gap:0 6px}
.head{display:flex;gap:12px;align-items:center}
`;

const FATES: Record<Fate, string | null> = {
  delivered: null,
  blocked: 'Not delivered: the account was blocked. LINE answered 200.',
  not_friend: 'Not delivered: not a friend of the account. LINE answered 200.',
  unknown_person: 'Not delivered: LINE knows nobody by this id. LINE answered 200.',
};

interface Entry {
  at: number;
  shown: Html;
}

const timeOf = (ms: number) => html`<time>${bangkokTime(ms).slice(11, 16)}</time>`;

function textHtml(text: string): Html {
  const pieces = withLinks(text).map((piece) =>
    piece.isLink ? html`<a href="${piece.text}">${piece.text}</a>` : html`${piece.text}`,
  );
  return html`<span class="say">${pieces}</span>`;
}

function messageEntry({ at, message, fate }: MessageRecord): Entry {
  const body =
    message.type === 'flex'
      ? html`${flexHtml(message.contents)}<span class="soft">${String(message.altText)}</span>`
      : textHtml(message.type === 'text' ? String(message.text) : `(${String(message.type)})`);
  const lost = FATES[fate];
  return {
    at,
    shown: html`<li class="${lost === null ? '' : 'lost'}">
      ${body} ${lost === null ? null : html`<strong>${lost}</strong>`} ${timeOf(at)}
    </li>`,
  };
}

function eventEntry(line: Platform, event: EventRecord): Entry {
  const { message } = event.facts as { message?: { id: string; text?: string } };
  if (event.key === 'message') {
    const jpeg = line.pictures.get(message?.id ?? '')?.jpeg;
    const said = jpeg
      ? html`<img class="sent" alt="Picture" src="data:image/jpeg;base64,${jpeg}" />`
      : textHtml(message?.text ?? '');
    return { at: event.at, shown: html`<li class="mine">${said}${timeOf(event.at)}</li>` };
  }
  const tapped = displayTextOf(line, event);
  if (tapped !== null)
    return { at: event.at, shown: html`<li class="mine">${textHtml(tapped)}${timeOf(event.at)}</li>` };
  const words: Record<string, string> = {
    follow: 'added the account',
    unfollow: 'left or blocked the account',
    unsend: 'took a message back',
    postback: 'tapped a button',
  };
  const said = words[event.key] ?? event.key;
  return {
    at: event.at,
    shown: html`<li class="day"><span>${said} · ${bangkokTime(event.at).slice(11, 16)}</span></li>`,
  };
}

/** Returns the text that LINE shows as written by the user after a tap; null for another event. */
function displayTextOf(line: Platform, { userId, facts }: EventRecord): string | null {
  const { postback } = facts as { postback?: { data: string } };
  const sent = [...line.messages.values()].filter(({ to }) => to === userId);
  const actions = JSON.stringify(sent).match(/\{[^{}]*"data":[^{}]*\}/g) ?? [];
  const tapped = actions
    .map((action) => JSON.parse(action) as { data: string; displayText?: string })
    .find(({ data }) => data === postback?.data);
  return tapped?.displayText ?? null;
}

/** Renders messages and events by time, with a heading for every day in Bangkok time. */
function entryList(entries: Entry[]): Html {
  let day = '';
  const rows = [...entries]
    .sort((a, b) => a.at - b.at)
    .map(({ at, shown }) => {
      const today = bangkokTime(at).slice(0, 10);
      const isNew = today !== day;
      day = today;
      return html`${isNew ? html`<li class="day"><span>${today}</span></li>` : null}${shown}`;
    });
  return html`<ul class="talk">
    ${rows}
  </ul>`;
}

const deliveryWords = (event: EventRecord) =>
  event.deliveries.length === 0
    ? 'not sent'
    : event.deliveries
        .map(
          (one) =>
            (one.error === null ? `answered ${one.status}` : one.error) +
            (one.isRedelivery ? ' (again)' : ''),
        )
        .join(', ');

function webhookList(path: string, events: EventRecord[]): Html {
  const rows = [...events]
    .reverse()
    .slice(0, 20)
    .map(
      (event) =>
        html`<li>
          <form method="post" action="${path}">
            ${bangkokTime(event.at)} <b>${event.key}</b>: ${deliveryWords(event)}
            <button class="small" name="redeliver" value="${event.id}">Deliver again</button>
          </form>
        </li>`,
    );
  return html`<details class="card">
    <summary>Webhooks to the shop (${events.length})</summary>
    <ul class="plain">
      ${rows}
    </ul>
  </details>`;
}

function controls(path: string, person: PersonRecord): Html {
  const act = (action: string, label: string) =>
    html`<button class="small" name="action" value="${action}">${label}</button>`;
  return html`<div class="card">
    <div class="head">
      ${faceOf(person)}
      <p><b>${person.name}</b><br /><span class="soft">${friendshipWords[person.friendship]}</span></p>
    </div>
    <form method="post" action="${path}" class="row">
      ${person.friendship === 'friend' ? html`${act('unfollow', 'Unfollow')}${act('block', 'Block')}` : act(person.friendship === 'blocked' ? 'unblock' : 'follow', person.friendship === 'blocked' ? 'Unblock' : 'Follow')}
    </form>
    <p class="soft">User id ${person.id}</p>
  </div>`;
}

const objectOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/** A form that sends the data of a button, as a tap on the phone does. */
const tapForm = (data: unknown, button: Html, style = '') =>
  html`<form method="post" style="${style}">
    <input type="hidden" name="action" value="postback" /><input
      type="hidden"
      name="text"
      value="${String(data)}"
    />
    ${button}
  </form>`;

/** Renders the quick replies of the last message. LINE hides them when the person writes or a message follows. */
function quickReplies(last: MessageRecord | EventRecord | undefined): Html | null {
  if (last === undefined || !('message' in last)) return null;
  const { items } = objectOf(last.message.quickReply) as { items?: { action: Record<string, unknown> }[] };
  const buttons = items?.map(({ action }) =>
    tapForm(action.data, html`<button class="small">${String(action.label)}</button>`),
  );
  return buttons === undefined ? null : html`<div class="quick" aria-label="Quick replies">${buttons}</div>`;
}

/** Renders the rich menu that a person sees. Its areas can be tapped. */
function richMenu(line: Platform, userId: string): Html | null {
  const menu = shownMenuOf(line, userId);
  if (menu === null) return null;
  const { width, height } = objectOf(menu.body.size) as { width: number; height: number };
  const areas = menu.body.areas as { bounds: Record<string, number>; action: Record<string, unknown> }[];
  const share = (value = 0, whole: number) => `${((100 * value) / whole).toFixed(3)}%`;
  const taps = areas.map(({ bounds, action }) => {
    const place = `left:${share(bounds.x, width)};top:${share(bounds.y, height)};width:${share(bounds.width, width)};height:${share(bounds.height, height)}`;
    const label = String(action.label);
    return action.type === 'uri'
      ? html`<a style="${place}" href="${String(action.uri)}" aria-label="${label}"></a>`
      : tapForm(action.data, html`<button aria-label="${label}"></button>`, place);
  });
  return html`<div class="menu" aria-label="Rich menu">
    <img alt="" src="data:image/png;base64,${menu.picture ?? ''}" />${taps}
  </div>`;
}

/** Renders a user's phone with received, sent and undelivered messages. @param person null if the user is unknown */
export function inboxPage(line: Platform, userId: string, person: PersonRecord | null): Response {
  const path = `/line/inbox/${userId}`;
  const messages = [...line.messages.values()].filter((one) => one.to === userId);
  const events = [...line.events.values()].filter((one) => one.userId === userId);
  const entries = [...messages.map(messageEntry), ...events.map((event) => eventEntry(line, event))];
  const last = [...events, ...messages].sort((a, b) => a.at - b.at).at(-1);
  const bar = html`ira
    <small>${person?.name ?? userId}’s phone, played by the sandbox · <a href="/line">everybody</a></small>`;
  const body = html`<h1 class="soft">LINE of ${person?.name ?? userId}</h1>
    ${person && controls(path, person)}
    ${entries.length > 0 ? entryList(entries) : html`<p class="card">No message yet.</p>`}
    ${quickReplies(last)} ${richMenu(line, userId)}
    ${
      person &&
      html`<form class="write" method="post" action="${path}">
          <input type="hidden" name="action" value="message" />
          <input name="text" aria-label="Write to the account" placeholder="Aa" autocomplete="off" required />
          <button class="main">Send</button>
        </form>
        <form class="write" method="post" enctype="multipart/form-data" action="${path}">
          <input type="hidden" name="action" value="picture" />
          <input type="file" name="picture" aria-label="A picture" accept="image/jpeg" required />
          <button class="main">Send picture</button>
        </form>`
    }
    ${
      person &&
      html`<form class="row" method="post" action="${path}">
        <button class="small" name="action" value="unsend">Unsend the last message</button>
      </form>`
    }
    ${webhookList(path, events)}`;
  return new Response(document(`Inbox of ${person?.name ?? userId}`, body, { style: STYLE, bar }), {
    headers: documentHeaders(),
  });
}

/** Renders the list of all LINE users with links to their phones. */
export function peoplePage(line: Platform): Response {
  const counts = new Map<string, number>();
  for (const { to } of line.messages.values()) counts.set(to, (counts.get(to) ?? 0) + 1);
  const rows = line.people.shown().map(
    (person) =>
      html`<li>
        <label class="person"
          >${faceOf(person)}<span
            ><a href="/line/inbox/${person.id}">${person.name}</a
            ><small>${friendshipWords[person.friendship]} · ${person.email ?? 'no e-mail'}</small
            ><small>${person.key} · ${counts.get(person.id) ?? 0} messages</small></span
          ></label
        >
      </li>`,
  );
  const body = html`<h1>People with LINE</h1>
    <ul class="plain card">
      ${rows}
    </ul>
    <p><a href="/">All providers of the sandbox</a></p>`;
  return new Response(document('People', body), { headers: documentHeaders() });
}
