import type { PasskeyAnswer, PasskeyQuestion } from '@back-office/contract/calls/passkey.ts';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Challenges as sent by the server. */
export type CreateQuestion = PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>;
export type AskQuestion = PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>;

/** Whether this browser supports passkeys: only over https, or on the machine itself. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Has the person choose a device and create a passkey there. Rejects with a message for them; its code is loaded when used. */
export const createPasskey = ({ ceremony, options }: CreateQuestion): Promise<PasskeyAnswer> =>
  runCeremony(ceremony, async () => (await webAuthn()).startRegistration({ optionsJSON: options }));

/** Has the person present one of their passkeys. Rejects with a message for them; its code is loaded when used. */
export const promptPasskey = ({ ceremony, options }: AskQuestion): Promise<PasskeyAnswer> =>
  runCeremony(ceremony, async () => (await webAuthn()).startAuthentication({ optionsJSON: options }));

const webAuthn = () => import('@simplewebauthn/browser');

async function runCeremony(ceremony: string, ask: () => Promise<unknown>): Promise<PasskeyAnswer> {
  if (!knowsPasskeys()) throw new Error('当前浏览器或地址不支持通行密钥，请用 https 地址和新版浏览器打开');
  try {
    return { ceremony, response: await ask() };
  } catch (error) {
    throw new Error(words[nameOf(error)] ?? '通行密钥没有应答，请重试', { cause: error });
  }
}

const cancelled = '已取消，或等待超时';
const words: Readonly<Record<string, string>> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: '这台设备上已经有您的通行密钥',
  ConstraintError: '这台设备不能保存通行密钥，请换一台设备或安全密钥',
  NotSupportedError: '这台设备不能保存通行密钥，请换一台设备或安全密钥',
  SecurityError: '当前地址不是系统的正式地址，不能使用通行密钥',
};

/** The library wraps the browser's error. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? error.cause.name : error.name;
}
