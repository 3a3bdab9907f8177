import { NO_STORE } from './responses';
import { acceptedCoding, encode, etagOf, isKnownEtag, type Coding } from '../../platform/content-coding';

/** The maximum number of texts whose compressed forms stay in memory. */
const KEPT_MAX = 20;

/** The compressed forms of recent texts by ETag. Two callers at once wait for the same compression. */
const kept = new Map<string, Promise<Record<Coding, Buffer>>>();

/**
 * Returns the response 200 with a content that is the same for every caller, with an ETag, or 304 if the caller has it.
 * A text is compressed. Only such a text may be compressed: the length of a compressed text that mixes a secret with input of
 * an attacker reveals the secret (BREACH).
 */
export async function publicResponse(
  request: Request,
  content: string | Buffer,
  headers: Record<string, string>,
): Promise<Response> {
  const etag = etagOf(content);
  const common = {
    ...headers,
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    // The same for everybody, and without cookies: any page may read it.
    'access-control-allow-origin': '*',
    etag,
  };
  if (isKnownEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common });
  const isText = typeof content === 'string';
  const coding = isText ? acceptedCoding(request.headers.get('accept-encoding') ?? undefined) : '';
  const body = (isText ? (await encodedOnce(etag, content))[coding] : content) as Buffer<ArrayBuffer>;
  return new Response(body, {
    headers: {
      ...common,
      ...(coding !== '' && { 'content-encoding': coding }),
      'content-length': String(body.length),
    },
  });
}

/** Returns the response 200 with a compressed text for one caller. The text must have no input of a caller beside a secret. */
export async function compressedResponse(
  request: Request,
  text: string,
  headers: Record<string, string>,
): Promise<Response> {
  const coding = acceptedCoding(request.headers.get('accept-encoding') ?? undefined);
  const body = (await encode(text))[coding] as Buffer<ArrayBuffer>;
  return new Response(body, {
    headers: {
      ...headers,
      ...NO_STORE,
      vary: 'accept-encoding',
      ...(coding !== '' && { 'content-encoding': coding }),
      'content-length': String(body.length),
    },
  });
}

function encodedOnce(etag: string, text: string): Promise<Record<Coding, Buffer>> {
  const known = kept.get(etag);
  if (known) return known;
  const encoding = encode(text);
  kept.set(etag, encoding);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
  return encoding;
}
