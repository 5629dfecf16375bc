import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { codeHelp } from '../../platform/session/pending-step-of.ts';
import { knowsPasskeys } from '../../platform/session/passkey.ts';
import { CodeField } from './code-field.tsx';
import { PasswordField, sealedPassword } from './password-field.tsx';
import { promptOwnPasskey } from './prompt-own-passkey.ts';

/** What proves the person's identity again. */
export type ProofWay = 'password' | 'passkey' | 'code';

/** The input for it. */
export interface TypedProof {
  password?: string | undefined;
  code?: string | undefined;
}

interface Proof {
  /** The way that is chosen; undefined if there is none. */
  by: ProofWay | undefined;
  /** The input for it; a passkey needs none. */
  fields: (options?: { autoFocus?: boolean; isSecond?: boolean }) => ReactNode;
  /** The button that changes to the other way, if there is one. */
  change: ReactNode;
  /** Prompts for a passkey if needed, and returns what to send; a function, as a password is sealed for the session that sends it. Rejects with a message. */
  prove: (typed: TypedProof) => Promise<() => object>;
}

/** The second factors of this person, the first by default; none if they have none. */
export function factorsOf({ active, app }: TwoFactorAnswer, hasPasskey = !app): readonly ProofWay[] {
  if (!active) return [];
  return hasPasskey && knowsPasskeys() ? ['passkey', 'code'] : ['code'];
}

/** How this person proves their identity: a second factor, if there is one, replaces the password. */
export const proofWays = (twoStep: TwoFactorAnswer, hasPasskey?: boolean): readonly ProofWay[] =>
  twoStep.active ? factorsOf(twoStep, hasPasskey) : ['password'];

/** Asks a person to prove their identity in one of these ways, the first unless they choose another. */
export function useProof(twoStep: TwoFactorAnswer | undefined, ways: readonly ProofWay[]): Proof {
  const [chosen, setChosen] = useState<ProofWay>();
  const by = chosen ?? ways[0];
  const other = ways.find((way) => way !== by);
  const hasApp = twoStep?.app === true;
  return {
    by,
    fields: ({ autoFocus = false, isSecond = false } = {}) => {
      const help = hasApp ? '身份验证器显示的 6 位数字，或一个恢复码' : codeHelp({ ways: ['passkey'] });
      if (by === 'code') return <CodeField {...{ help, hasApp, autoFocus }} />;
      if (by === 'passkey') return <p style={{ marginTop: 0 }}>{isSecond ? '再' : '请先'}用您已有的通行密钥确认是您本人。</p>;
      return by === 'password' && <PasswordField confirmBy={twoStep?.confirmBy} autoFocus={autoFocus} />;
    },
    change: other !== undefined && (
      <Button onClick={() => setChosen(other)}>{`改用${other !== 'code' ? '通行密钥' : hasApp ? '验证码' : '恢复码'}`}</Button>
    ),
    prove: async ({ password, code = '' }) => {
      if (by === 'code') return () => ({ code: code.trim() });
      if (by !== 'passkey') return () => sealedPassword(password);
      const passkey = await promptOwnPasskey();
      return () => ({ passkey });
    },
  };
}
