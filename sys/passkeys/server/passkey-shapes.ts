import type { PasskeyQuestion } from '@back-office/contract/calls/passkey.ts';
import { loginShape } from '@back-office/server/identity/sign-in/login-shape.ts';
import { type CallShape, exactShape, idShape, nothing, timeShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { proofFields } from '../../shared/server/proof-shape.ts';
import type { AddedPasskey, OwnPasskey } from '../own-passkey.ts';

const text = z.string();
const question = exactShape<PasskeyQuestion>({
  ceremony: text,
  expiresIn: z.int().describe('秒'),
  options: z.unknown().describe('navigator.credentials 的参数'),
});
const answer = { ceremony: text, response: z.unknown().optional().describe('浏览器返回的 PublicKeyCredential，JSON 形式') };
const named = z.object({ passkeyName: text });
const own = exactShape<OwnPasskey>({
  id: idShape,
  passkeyName: text,
  passkeySynced: z.enum(['是', '否']),
  createTime: timeShape,
  lastUsedTime: timeShape.nullable(),
  lastUsedIp: text.nullable(),
});
const proof = z.object(proofFields);

/** Request and response schemas of the calls on passkeys. */
export const passkeyShapes = {
  start: { body: z.object({ ticket: text.optional().describe('登录第二步时：40302 的 data.ticket') }).optional(), data: question },
  login: { body: z.object(answer), data: loginShape },
  selectOwn: { data: z.array(own) },
  startConfirm: { data: question },
  startOwn: { body: proof, data: question },
  saveOwn: {
    body: named.extend(answer),
    data: exactShape<AddedPasskey>({ id: idShape, recoveryCodes: z.array(text).optional().describe('只返回这一次') }),
  },
  rename: { body: named, data: nothing },
  endOwn: { body: proof, data: nothing },
} satisfies Record<string, CallShape>;
