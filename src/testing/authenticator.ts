import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '@/server/login/webauthn/ceremonies';

/* A passkey authenticator in software, as WebAuthn Level 3 describes it. It writes its own CBOR and COSE, so that no test trusts the product's decoder. */

type Cbor = number | string | Uint8Array | Cbor[] | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** Encodes a value as CBOR (RFC 8949). */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

interface StoredKey {
  credentialId: Buffer;
  privateKey: KeyObject;
  handle: string;
  counter: number;
}

/** What an authenticator or a browser does differently from a correct one. */
export interface Oddity {
  origin?: string;
  rpId?: string;
  crossOrigin?: boolean;
  challenge?: string;
  type?: string;
  /** False: the user touched the device but was not verified. */
  verified?: boolean;
  present?: boolean;
  counter?: number;
  credentialId?: Buffer;
  handle?: string;
  /** Signs with the key of another passkey. */
  key?: KeyObject;
  attestation?: [format: string, statement: Map<string, Cbor>];
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/**
 * Creates an authenticator with discoverable credentials.
 * @param options `synced`: whether it copies its keys to other devices, and therefore always sends the counter 0
 */
export function createAuthenticator({ synced = false } = {}) {
  const keys: StoredKey[] = [];

  const authenticatorData = (
    rpId: string,
    counter: number,
    { verified = true, present = true }: Oddity,
    attested?: Buffer,
  ) => {
    const flags =
      (present ? FLAGS.present : 0) |
      (verified ? FLAGS.verified : 0) |
      (synced ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
      (attested ? FLAGS.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };

  const clientData = (type: string, challenge: string, odd: Oddity) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? 'http://localhost:3999',
        crossOrigin: odd.crossOrigin ?? false,
      }),
    );

  /** Creates a passkey, as `navigator.credentials.create` does. Throws for an excluded credential. */
  function create(options: CreationOptions, odd: Oddity = {}) {
    const excluded = options.excludeCredentials ?? [];
    if (keys.some(({ credentialId }) => excluded.some(({ id }) => id === base64url(credentialId))))
      throw new Error('InvalidStateError');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const credentialId = odd.credentialId ?? randomBytes(32);
    keys.push({ credentialId, privateKey, handle: options.user.id, counter: 0 });
    const cose = encodeCbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
    const authData = authenticatorData(odd.rpId ?? options.rp.id ?? '', 0, odd, attested);
    const [fmt, attStmt] = odd.attestation ?? ['none', new Map<string, Cbor>()];
    const attestationObject = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    const id = base64url(credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, odd)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge with a held passkey, as `navigator.credentials.get` does. Throws without a suitable one. */
  function get(options: RequestOptions, odd: Oddity = {}) {
    const allowed = options.allowCredentials ?? [];
    const key = keys.findLast(
      ({ credentialId }) => allowed.length === 0 || allowed.some(({ id }) => id === base64url(credentialId)),
    );
    if (!key) throw new Error('NotAllowedError');
    key.counter = odd.counter ?? (synced ? 0 : key.counter + 1);
    const authData = authenticatorData(odd.rpId ?? options.rpId ?? '', key.counter, odd);
    const client = clientData('webauthn.get', options.challenge, odd);
    const id = base64url(odd.credentialId ?? key.credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(
          sign('sha256', Buffer.concat([authData, sha256(client)]), odd.key ?? key.privateKey),
        ),
        userHandle: odd.handle ?? key.handle,
      },
    };
  }

  return { create, get, keys };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
