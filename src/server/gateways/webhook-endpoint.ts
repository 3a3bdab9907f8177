import { lookup as resolve } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { monotonicMs } from '../platform/clock';

/** What an endpoint answered. `answer`: the HTTP status, or why there was none. */
export interface EndpointAnswer {
  answer: number | string;
  ms: number;
  /** The seconds after which the endpoint wants to be called again. */
  retryAfter?: number;
}

export interface PostOptions {
  /** Whether private addresses and plain HTTP are allowed: in the sandbox only. */
  allowsPrivate: boolean;
  lookup?: typeof resolve;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** The addresses of IPv4 that are not of the public internet (IANA special-purpose registry). */
const SPECIAL = new BlockList();
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
  ] as const),
  ...([
    ['192.31.196.0', 24],
    ['192.52.193.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['192.175.48.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ] as const),
  ...([
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv4');
/** The only block of IPv6 that is given out. Mapped, translated, local and link-local addresses are outside it. */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');
/** What is special inside it: Teredo and others, documentation, 6to4, which contains an address of IPv4. */
for (const [net, bits] of [
  ...([
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['2620:4f:8000::', 48],
  ] as const),
  ['3fff::', 20] as const,
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6');

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !SPECIAL.check(address, 'ipv4');
  return version === 6 && GIVEN_OUT.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/**
 * Posts a text to the endpoint of another system, once. The host is resolved once, and the connection goes to the address
 * that was checked. Follows no redirect and reads no body. Never throws.
 */
export async function postToEndpoint(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<EndpointAnswer> {
  const started = monotonicMs();
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const target = new URL(url);
    // The resolver cannot be interrupted.
    const address = await Promise.race([addressOf(target, options), rejectOn(signal)]);
    const answered = await send(target, address, { headers, body, signal });
    return { ...answered, ms: Math.round(monotonicMs() - started) };
  } catch (error) {
    return { answer: whyOf(error, signal), ms: Math.round(monotonicMs() - started) };
  }
}

class Refused extends Error {}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

/** Returns the address to connect to. @throws Refused if the name has any address that is not public */
async function addressOf(target: URL, { allowsPrivate, lookup = resolve }: PostOptions): Promise<string> {
  if (target.username || target.password) throw new Refused('CREDENTIALS');
  if (target.protocol !== 'https:' && !(allowsPrivate && target.protocol === 'http:'))
    throw new Refused('NOT_HTTPS');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true, verbatim: true });
  const [first] = found;
  if (!first) throw new Refused('ENOTFOUND');
  if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new Refused('PRIVATE_ADDRESS');
  return first.address;
}

function send(
  target: URL,
  address: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Omit<EndpointAnswer, 'ms'>> {
  const isTls = target.protocol === 'https:';
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)(
      {
        host: address,
        port: target.port || (isTls ? 443 : 80),
        path: target.pathname + target.search,
        method: 'POST',
        headers: { ...headers, host: target.host, 'content-length': Buffer.byteLength(body) },
        // The certificate must be of the name, although the connection goes to the address.
        ...(isTls && !isIP(hostname) ? { servername: hostname } : {}),
        agent: false,
        maxHeaderSize: 16_384,
        signal,
      },
      (response) => {
        const retryAfter = Number(response.headers['retry-after']);
        resolve({
          answer: response.statusCode ?? 'NO_STATUS',
          ...(retryAfter > 0 ? { retryAfter } : {}),
        });
        // Only the status counts: a slow or endless body must not hold the connection.
        request.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function whyOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'TIMEOUT';
  if (error instanceof Refused) return error.message;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'FAILED';
}
