import { randomBytes } from 'node:crypto';
import type { Answer } from '../provider';
import { html, raw, type Html } from '../pages';
import type { AuthorizeRequest } from './authorize';
import { document, documentHeaders } from './document';
import { friendshipWords } from './users';
import type { Platform } from './platform';
import type { ConsentAction, PersonRecord } from './records';

const SCOPE_WORDS: Record<string, string> = {
  profile: 'Profile: your name and picture',
  openid: 'Your internal identifier',
  email: 'Your e-mail address',
};

/** Renders a user's picture, or a plain circle if the user has none. */
export const faceOf = (person: PersonRecord): Html =>
  person.hasPicture
    ? html`<img class="face" alt="" src="/line/pictures/${person.id}.svg" />`
    : html`<span class="face" aria-hidden="true"></span>`;

const STYLE = `
html{scroll-padding-bottom:160px}
main{padding-bottom:0}
label.person{min-height:52px;padding:6px 4px}
.new input[type=text],.new input[type=email]{width:100%}
.new .fields{display:none}.new:has(input[type=radio]:checked) .fields{display:block}
.answers{position:sticky;bottom:0;background:var(--ground);padding:10px 0 2px;display:grid;grid-template-columns:1fr 1fr;gap:0 8px}
.answers button{padding:8px}
.answers button:last-child{grid-column:1/-1}
`;

function choice(person: PersonRecord, isFirst: boolean): Html {
  const tick = raw(`<input type="radio" name="person" value="${person.id}"${isFirst ? ' checked' : ''} />`);
  const facts = [friendshipWords[person.friendship], person.email ?? 'no e-mail', person.note].filter(
    Boolean,
  );
  return html`<label class="person"
    >${tick} ${faceOf(person)}<span><b>${person.name}</b><small>${facts.join(' · ')}</small></span></label
  >`;
}

const NEW_PERSON = html`<div class="new">
  <label class="person"
    ><input type="radio" name="person" value="new" /> <span class="face"></span
    ><span><b>Somebody new</b><small>type who they are</small></span></label
  >
  <div class="fields">
    <label class="field">Name <input type="text" name="name" maxlength="20" autocomplete="off" /></label>
    <label class="field"
      >E-mail (may stay empty) <input type="email" name="email" autocomplete="off"
    /></label>
  </div>
</div>`;

const button = (action: ConsentAction, label: string, isMain = false) =>
  html`<button class="${isMain ? 'main' : ''}" name="action" value="${action}">${label}</button>`;

const AUTO_LOGIN_OFF = html`<p class="notice">
  Auto login is switched off (<code>disable_auto_login=true</code>).
</p>`;

/**
 * Renders the consent page, on which a tester chooses a user and a decision.
 * @param problem the error of the last input
 */
export function consentPage(
  line: Platform,
  request: AuthorizeRequest,
  siteUrl: string,
  problem: string | null = null,
): Answer {
  const asked = request.scope.map((one) => html`<li>${SCOPE_WORDS[one]}</li>`);
  const body = html`<h1>Log in to ${siteUrl.replace(/^https?:\/\//, '')}</h1>
    ${request.autoLogin ? null : AUTO_LOGIN_OFF}
    ${problem && html`<p class="notice" role="alert">${problem}</p>`}
    <form method="post">
      <fieldset class="card">
        <legend>Who are you?</legend>
        ${line.people.shown().map((person, i) => choice(person, i === 0))} ${NEW_PERSON}
      </fieldset>
      <div class="card">
        <p><b>The shop asks for</b></p>
        <ul>
          ${asked}
        </ul>
        ${request.botPrompt ? html`<p class="soft">It would like you to add its LINE account as a friend.</p>` : null}
      </div>
      <details>
        <summary>When things go wrong</summary>
        ${button('auto_login_failure', 'Simulate auto-login failure')}
        ${button('server_error', 'Server error')} ${button('open_twice', 'Open twice')}
      </details>
      <div class="answers">
        ${button('allow', 'Allow', true)} ${button('allow_add_friend', 'Allow and add friend')}
        ${button('cancel', 'Cancel')}
      </div>
    </form>`;
  return {
    status: 200,
    body: document('Log in', body, { style: STYLE }),
    headers: documentHeaders(),
    noted: 'consent page',
  };
}

/** Renders LINE's error page for an app that LINE does not know. There is no redirect. */
export function unknownPersonPage(reason: string): Answer {
  const body = html`<h1>400 Bad Request</h1>
    <p class="card">${reason}</p>`;
  return { status: 400, body: document('400', body), headers: documentHeaders(), noted: reason };
}

/** Renders a page that opens the redirect twice, as a double tap or a prefetch of the browser does. */
export function openedTwicePage(location: string): Answer {
  const nonce = randomBytes(16).toString('base64');
  const target = JSON.stringify(location).replaceAll('<', '\\u003c');
  const again = `const to=${target};fetch(to,{mode:'no-cors',credentials:'include'}).catch(()=>{}).finally(()=>location.replace(to));`;
  const script = { nonce, code: again, connect: new URL(location).origin };
  const body = html`<h1>Opening the shop twice</h1>
    <p class="card"><a href="${location}">Go back to the shop</a></p>`;
  return {
    status: 200,
    body: document('Opening twice', body, { script }),
    headers: documentHeaders({ script }),
    noted: 'opens the callback twice',
  };
}

/** Draws a circle with the first letter of the user's name, as SVG. */
export function pictureSvg(person: PersonRecord): string {
  const hue = parseInt(person.id.slice(1, 4), 16) % 360;
  const [letter = '?'] = person.name;
  const shown = letter.replace(/[&<>"']/g, '?');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 45% 45%)"/><text x="40" y="54" font-size="40" font-family="system-ui,sans-serif" fill="#fff" text-anchor="middle">${shown}</text></svg>`;
}
