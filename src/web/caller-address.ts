import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { writeOwnHeader } from './own-headers';

const NETWORK_BITS = 56;
const GROUP_BITS = 16;

/**
 * Writes the IP address of the caller into the request headers. A value that the caller sent is replaced.
 * @param proxies the number of trusted proxies in front of this process
 */
export function stampAddress(request: IncomingMessage, proxies: number): void {
  const address = callerAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], proxies);
  writeOwnHeader(request, 'x-ira-address', address);
}

/**
 * Returns the IP address by which rate limits count a caller. Each trusted proxy appends the address of its
 * caller to `X-Forwarded-For`. So with n proxies, only the last n addresses are reliable, and the first of
 * these is the caller. All earlier addresses can be forged.
 * @param forwardedFor the `X-Forwarded-For` header. If it has no such address, the address of the connection
 *   is used.
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
 * Returns an IPv4 address unchanged, and the first 56 bits of an IPv6 address. A household gets a prefix of
 * that length (RIPE-690), and its devices can use any address in it. A phone gets a prefix of 64 bits, so up
 * to 256 phones share one count.
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
