import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { writeOwnHeader } from './own-headers';

const NETWORK_BITS = 56;
const GROUP_BITS = 16;

/**
 * Writes the address of the caller into the request headers and overwrites the caller's own value.
 * @param proxies how many trusted proxies stand before this process
 */
export function stampAddress(request: IncomingMessage, proxies: number): void {
  const address = callerAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], proxies);
  writeOwnHeader(request, 'x-ira-address', address);
}

/**
 * Returns the address that rate limits count. Each trusted proxy appends the address that called it, so with n proxies
 * the n-th from the right is real. The caller may have invented everything further left.
 * @param forwardedFor the `X-Forwarded-For` header; without an address in that place the connection's own counts
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxies: number,
): string {
  const said = proxies > 0 ? [forwardedFor ?? ''].flat().join(',').split(',').at(-proxies)?.trim() : '';
  const address = said && isIP(said) ? said : socketAddress;
  return address === undefined ? 'unknown' : networkOf(address);
}

/**
 * Returns an IPv4 address unchanged, and the first 56 bits of an IPv6 address. A household gets a prefix of that length
 * (RIPE-690), and its devices can take any address within. A phone gets 64 bits: 256 phones then share one count, no
 * more than share one IPv4 address behind a carrier.
 */
function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(bare) !== 6) return bare;
  // A URL writes an IPv6 address in one canonical form, with the last 32 bits in hexadecimal.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  const kept = all.slice(0, Math.ceil(NETWORK_BITS / GROUP_BITS)).map((group, at) => {
    const bits = Math.min(GROUP_BITS, NETWORK_BITS - at * GROUP_BITS);
    return (group & (0xffff << (GROUP_BITS - bits))) >>> 0;
  });
  return `${kept.map((group) => group.toString(16)).join(':')}::/${NETWORK_BITS}`;
}
