import { randomFillSync } from 'node:crypto';
import { processState } from '@/process-state';

const PREFIXES = {
  account: 'acc',
  subscription: 'reg',
  order: 'ord',
  payment: 'pay',
  attempt: 'att',
  card: 'card',
  bankAccount: 'bac',
  money: 'mon',
  refund: 'rfd',
  dispute: 'dsp',
  link: 'lnk',
  slip: 'slp',
  transfer: 'trf',
  token: 'tok',
  message: 'msg',
  points: 'pts',
  audit: 'aud',
  referral: 'ref',
  redemption: 'rdm',
  document: 'doc',
  passkey: 'psk',
  staff: 'stf',
  apiToken: 'apt',
  note: 'not',
  conversation: 'cnv',
  conversationMessage: 'cms',
  savedAnswer: 'sva',
  broadcast: 'brd',
  stock: 'stk',
  deskView: 'dkv',
  priceChange: 'prc',
  endedRegistration: 'enr',
  event: 'evt',
  webhook: 'whe',
  import: 'imp',
  bulk: 'blk',
  statement: 'stm',
} as const;

const POOL_BYTES = 4096;
const pool = () => processState('randomBytes', () => ({ bytes: Buffer.alloc(POOL_BYTES), used: POOL_BYTES }));

/**
 * Returns random bytes of a pool, which takes a twentieth of the time of `randomBytes`. Read them at once: a later call
 * overwrites them. For ids, not for secrets.
 */
export function pooledBytes(count: number): Buffer {
  const own = pool();
  if (own.used + count > POOL_BYTES) {
    randomFillSync(own.bytes);
    own.used = 0;
  }
  own.used += count;
  return own.bytes.subarray(own.used - count, own.used);
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a random id of 120 bits with a prefix, such as `ord_7k3m9q…`. The id is safe in URLs and file names. */
export function newId(kind: keyof typeof PREFIXES): string {
  let text = '';
  for (const byte of pooledBytes(24)) text += ALPHABET[byte & 31];
  return `${PREFIXES[kind]}_${text}`;
}
