import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { writeOwnHeader } from './own-headers';

const NETWORK_BITS = 56;
const GROUP_BITS = 16;

/**
 * Writes where a request came from into its headers, over whatever the caller wrote there.
 * @param proxies how many proxies of our own stand before us.
 */
export function stampAddress(request: IncomingMessage, proxies: number): void {
  const address = callerAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], proxies);
  writeOwnHeader(request, 'x-ira-address', address);
}

/**
 * Who is counted as one caller. Each proxy of ours appends the address it was called from, so with n of them the n-th
 * from the right is what the outermost saw; whatever stands further left, the caller may have made up.
 * @param forwardedFor the `X-Forwarded-For` header; where it has no address in that place the connection's own counts.
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
 * An IPv4 address as it is; of an IPv6 address the first 56 bits. That is what a household's line is given (RIPE-690),
 * and anybody on it can take any address within. A phone is given 64 bits: 256 phones then share what is counted,
 * which is no more than share one IPv4 address behind a carrier.
 */
function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(bare) !== 6) return bare;
  // A URL writes an IPv6 address in one way only, the last 32 bits in hexadecimal too.
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
