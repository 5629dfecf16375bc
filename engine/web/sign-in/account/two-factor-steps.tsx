import type { RecoveryCodes, TwoFactorAnswer, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { Flex, QRCode, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { PromptForm } from './prompt-form.tsx';
import { CodeForm } from './code-form.tsx';
import { ShownCodes } from './shown-codes.tsx';
import { CopyButton } from '../../platform/copying/copy-button.tsx';
import { request } from '../../platform/request/request.ts';
import { PasswordField, sealedPassword } from './password-field.tsx';
import { factorsOf, type TypedProof, useProof } from './use-proof.tsx';

export type TwoFactorTask = 'start' | 'renew' | 'stop';

const calls: Record<TwoFactorTask, string> = { start: 'start-two-step', renew: 'renew-recovery-codes', stop: 'stop-two-step' };
const words: Record<TwoFactorTask, string> = { start: '下一步', renew: '更换', stop: '停用' };

interface StepsProps {
  task: TwoFactorTask;
  /** The present state; undefined until it is known. */
  state: TwoFactorAnswer | undefined;
  onDone: () => void;
  /** A second button, for an alternative; not offered once recovery codes are shown. */
  extra?: ReactNode;
}

/**
 * Asks for the password, if there is one, and for the second factor of those who have one, then for a new secret shows its QR code and asks for a first
 * code, then shows the recovery codes, once.
 */
export function TwoFactorSteps({ task, state, onDone, extra }: StepsProps) {
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const stops = task === 'stop';
  const byFactor = state?.confirmBy?.kind === 'secondFactor';
  const proof = useProof(state, stops ? ['code'] : state === undefined ? [] : factorsOf(state));
  if (codes !== undefined) return <ShownCodes codes={codes} onDone={onDone} />;
  if (secret !== undefined) return <FirstCode secret={secret} onCodes={setCodes} extra={extra} />;
  return (
    <PromptForm
      submit={words[task]}
      danger={stops}
      extra={
        <>
          {proof.change}
          {extra}
        </>
      }
      onSend={async (typed: TypedProof) => {
        const proved = await proof.prove(typed);
        const json = () => ({ ...sealedPassword(typed.password), ...proved() });
        const answer = await request<TwoFactorSecret | RecoveryCodes | undefined>(`/api/sys/user/${calls[task]}`, {
          method: 'POST',
          json,
          quiet: true,
        });
        if (answer === undefined) onDone();
        else if ('recoveryCodes' in answer) setCodes(answer.recoveryCodes);
        else setSecret(answer);
      }}
    >
      {!byFactor && <PasswordField confirmBy={state?.confirmBy} autoFocus />}
      {proof.fields({ autoFocus: byFactor, isSecond: !byFactor })}
    </PromptForm>
  );
}

interface FirstCodeProps {
  secret: TwoFactorSecret;
  onCodes: (codes: readonly string[]) => void;
  extra: ReactNode;
}

/** Shows a new secret, and asks for the first code made with it. */
function FirstCode({ secret, onCodes, extra }: FirstCodeProps) {
  const confirm = async (code: string): Promise<void> => {
    const json = { code };
    onCodes((await request<RecoveryCodes>('/api/sys/user/confirm-two-step', { method: 'POST', json, quiet: true })).recoveryCodes);
  };
  return (
    <>
      <p style={{ marginTop: 0 }}>用手机上的身份验证器扫描二维码，再输入它显示的 6 位数字。</p>
      <Flex vertical align="center" gap={8} style={{ marginBottom: 16 }}>
        <div role="img" aria-label="两步验证二维码">
          {/* Its image has the role of an image, but no name. */}
          <div aria-hidden>
            <QRCode value={secret.uri} type="svg" color="#000" bgColor="#fff" size={184} />
          </div>
        </div>
        <Typography.Text type="secondary">无法扫描时，手动输入密钥：</Typography.Text>
        <Flex align="center">
          <Typography.Text code style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
            {(secret.secret.match(/.{4}/g) ?? []).join(' ')}
          </Typography.Text>
          <CopyButton text={secret.secret} called="密钥" />
        </Flex>
      </Flex>
      <CodeForm submit="启用" help="身份验证器显示的 6 位数字" onCode={confirm} extra={extra} />
    </>
  );
}
