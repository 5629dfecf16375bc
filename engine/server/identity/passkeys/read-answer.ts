import { isRecord } from '@back-office/contract/is-record.ts';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { refusedField } from '../../platform/http/refusal.ts';

/** An answer of an authenticator, of the right shape but not yet verified. */
export interface Answered<Response> {
  readonly ceremony: string;
  readonly response: Response;
}

/** More than any authenticator sends: its data, with a certificate, is a few kilobytes. */
const base64urlShape = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/)
    .max(most);
const credential = { id: base64urlShape(1500), rawId: base64urlShape(1500), type: z.literal('public-key') };
const transports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const satisfies AuthenticatorTransport[];

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64urlShape(8_000),
    attestationObject: base64urlShape(64_000),
    transports: z.array(z.string().max(30)).max(20).optional(),
  }),
  clientExtensionResults: z.object({ credProps: z.object({ rk: z.boolean().optional() }).optional() }).optional(),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64urlShape(8_000),
    authenticatorData: base64urlShape(8_000),
    signature: base64urlShape(8_000),
    userHandle: base64urlShape(200).nullish(),
  }),
});

/** Keeps the known transports (how an authenticator is reached) among these words. */
export const knownTransports = (words: readonly string[]): AuthenticatorTransport[] => transports.filter((name) => words.includes(name));

/** The answer to a registration; refuses with 40000 a malformed one, and a passkey that is not discoverable. */
export function readRegistration(body: unknown): Answered<RegistrationResponseJSON> {
  const { ceremony, given } = partsOf(body);
  const { data } = registration.safeParse(given);
  if (data === undefined) throw misshapen();
  if (data.clientExtensionResults?.credProps?.rk === false)
    throw refusedField('response', '这台设备不能保存通行密钥，请换一台设备或安全密钥');
  const { clientExtensionResults: _, response, ...rest } = data;
  const reached = knownTransports(response.transports ?? []);
  return { ceremony, response: { ...rest, clientExtensionResults: {}, response: { ...response, transports: reached } } };
}

/** The answer to a request for an assertion; refuses with 40000 a malformed one. */
export function readAssertion(body: unknown): Answered<AuthenticationResponseJSON> {
  const { ceremony, given } = partsOf(body);
  const { data } = assertion.safeParse(given);
  if (data === undefined) throw misshapen();
  const { userHandle, ...response } = data.response;
  return {
    ceremony,
    response: {
      ...data,
      clientExtensionResults: {},
      response: { ...response, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
    },
  };
}

function partsOf(body: unknown): { ceremony: string; given: unknown } {
  if (!isRecord(body) || typeof body['ceremony'] !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(body['ceremony'])) throw misshapen();
  return { ceremony: body['ceremony'], given: body['response'] };
}

const misshapen = () => refusedField('response', '通行密钥的应答格式有误，请重试');
