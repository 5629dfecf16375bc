import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { Button, Divider, Flex } from 'antd';
import { signInElsewhere } from '../../platform/session/sign-out.ts';
import { signInByPasskey } from '../../platform/session/verify-sign-in.ts';

interface Props {
  methods: readonly SignInMethod[];
  busy: boolean;
  /** Signs in with the answer of `ask`. */
  onAnswer: (ask: () => Promise<LoginAnswer>) => void;
}

/**
 * The methods without a password: a passkey is prompted for over the page; a provider is another page, from which the person returns to this one,
 * with their tabs and drafts.
 */
export function SignInAgainWays({ methods, busy, onAnswer }: Props) {
  const others = methods.filter(({ kind }) => kind !== 'password' && kind !== 'ldap');
  if (others.length === 0) return null;
  const go = ({ id, kind }: SignInMethod): void => {
    if (kind === 'passkey') onAnswer(signInByPasskey);
    else void signInElsewhere(id);
  };
  return (
    <>
      <Divider plain>或</Divider>
      <Flex vertical gap={8}>
        {others.map((way) => (
          <Button key={way.id} block disabled={busy} onClick={() => go(way)}>
            {way.kind === 'passkey' ? `使用${way.label}` : `前往${way.label}登录`}
          </Button>
        ))}
      </Flex>
    </>
  );
}
