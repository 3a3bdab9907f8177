import { LINE_FAULTS, type Fault, type FaultKind, type Faults } from '../faults';
import type { Answer } from '../provider';
import { readAuthorize, wayBack, type AuthorizeRequest } from './authorize';
import { consentPage, unknownPersonPage, openedTwicePage } from './consent-page';
import { CONSENT_ACTIONS, type ConsentAction, type PersonRecord } from './records';
import type { LineService } from './line-service';

const CALLBACK_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>(LINE_FAULTS.callback);
const OPS = ['GET /oauth2/v2.1/authorize', 'POST /oauth2/v2.1/authorize'];

/** Returns the next fault of the redirect and removes it from the list of faults. Returns null if there is none. */
export const takeCallbackFault = (faults: Faults): Fault | null =>
  faults.take(CALLBACK_KINDS, 'line', OPS, () => ({}));

/** Creates a redirect. The journal stores its URL without the code. */
export function redirect(location: string): Answer {
  const noted = `-> ${location.replace(/([?&]code=)[^&]*/, '$1[redacted]')}`;
  return { status: 302, body: '', headers: { location, 'cache-control': 'no-store' }, noted };
}

function answered(
  { line, messenger }: LineService,
  request: AuthorizeRequest,
  person: PersonRecord,
  action: ConsentAction,
  fault: FaultKind | null,
): Answer {
  const becameFriend = action === 'allow_add_friend' && person.friendship !== 'friend';
  if (becameFriend) messenger.become(person, 'friend');
  const location = wayBack(line, request, { person, action, becameFriend }, fault);
  return action === 'open_twice' ? openedTwicePage(location) : redirect(location);
}

/**
 * Handles `GET /oauth2/v2.1/authorize`. Returns the consent page, or redirects at once if a test has prepared
 * a decision.
 */
export function openConsent(service: LineService, query: URLSearchParams, fault: FaultKind | null): Answer {
  const { line } = service;
  const asked = readAuthorize(line, query);
  if (asked.kind === 'stranger') return unknownPersonPage(asked.reason);
  if (asked.kind === 'refused') return redirect(asked.location);
  const [waiting] = line.consents.values();
  if (waiting !== undefined) {
    line.consents.remove(waiting.id);
    const person = line.people.get(waiting.personId);
    if (person !== undefined) return answered(service, asked.request, person, waiting.action, fault);
  }
  const [somebody] = line.people.list();
  if (asked.request.prompt === 'none' && somebody !== undefined) {
    return answered(service, asked.request, somebody, 'login_required', fault);
  }
  return consentPage(line, asked.request, service.siteUrl);
}

/** Handles the submitted form of the consent page. */
export function submitConsent(
  service: LineService,
  query: URLSearchParams,
  form: Record<string, string>,
  fault: FaultKind | null,
): Answer {
  const { line } = service;
  const asked = readAuthorize(line, query);
  if (asked.kind === 'stranger') return unknownPersonPage(asked.reason);
  if (asked.kind === 'refused') return redirect(asked.location);
  const name = form.name?.trim() ?? '';
  const email = form.email?.trim() || null;
  const isNew = form.person === 'new' && name !== '';
  const person = isNew ? line.people.make({ name, email }) : line.people.get(form.person ?? '');
  const action = CONSENT_ACTIONS.find((one) => one === form.action);
  if (person === undefined || action === undefined) {
    return consentPage(line, asked.request, service.siteUrl, 'Choose who you are, or type a name.');
  }
  return answered(service, asked.request, person, action, fault);
}
