import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Deviations of an authenticator, or of its browser, from correct behaviour. */
export interface Deviation {
  /** The origin of the requesting page. */
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  /** The reported counter, instead of the real one. */
  counter?: number;
  /** Answers with this credential. */
  id?: string;
  userHandle?: string;
  challenge?: string;
}

interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
}

/** An authenticator and its browser in software: real keys and signatures (ES256), kept in memory; it verifies nobody's finger. */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = [];
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer of `navigator.credentials.create`, as JSON. */
  create(options: PublicKeyCredentialCreationOptionsJSON, deviation: Deviation = {}): RegistrationResponseJSON {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    this.credentials.push({ id: id.toString('base64url'), privateKey, userHandle: options.user.id });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: kty EC2, alg ES256, crv P-256.
    const key = [
      map(5),
      [0x01, 0x02],
      [0x03, 0x26],
      [0x20, 0x01],
      [0x21],
      bytes(Buffer.from(x, 'base64url')),
      [0x22],
      bytes(Buffer.from(y, 'base64url')),
    ];
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const data = this.#data(options.rp.id ?? '', deviation, 0x40, [Buffer.alloc(16), length, id, ...key.map((part) => Buffer.from(part))]);
    const attestation = [map(3), text('fmt'), text('none'), text('attStmt'), map(0), text('authData'), bytes(data)];
    return {
      ...named(id.toString('base64url')),
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, deviation).toString('base64url'),
        attestationObject: Buffer.concat(attestation.map((part) => Buffer.from(part))).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer of `navigator.credentials.get`, as JSON: by its last allowed credential. */
  get(options: PublicKeyCredentialRequestOptionsJSON, deviation: Deviation = {}): AuthenticationResponseJSON {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const found = this.credentials.findLast(({ id }) => allowed === undefined || allowed.includes(id)) ?? this.credentials.at(-1);
    if (found === undefined) throw new Error('This authenticator has no credential');
    this.counter += 1;
    const client = this.#client('webauthn.get', options.challenge, deviation);
    const data = this.#data(options.rpId ?? '', deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), found.privateKey);
    return {
      ...named(deviation.id ?? found.id),
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? found.userHandle,
      },
    };
  }

  #client(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, challenge: signed = challenge } = deviation;
    return Buffer.from(JSON.stringify({ type, challenge: signed, origin, crossOrigin: false }));
  }

  #data(rpId: string, { userVerified = true, counter = this.counter, ...deviation }: Deviation, flags = 0, more: Buffer[] = []): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([0x01 | (userVerified ? 0x04 : 0) | flags]), counted, ...more]);
  }
}

const named = (id: string) => ({ id, rawId: id, type: 'public-key' as const });
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

// The part of CBOR (RFC 8949) that is needed: maps of up to 23 pairs, short texts, and 24 bytes or more.
const map = (pairs: number): number[] => [0xa0 + pairs];
const text = (value: string): number[] => [0x60 + value.length, ...Buffer.from(value)];
const bytes = (value: Buffer): number[] => [
  ...(value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]),
  ...value,
];
