import { useState, type ReactNode, type Ref } from 'react';
import { TextInput } from './text-input.tsx';

interface Props {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  issue?: string | undefined;
  help?: string | undefined;
  below?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A password input with a button that shows what was typed. */
export function PasswordInput(props: Props) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      maxLength={256}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <button
          type="button"
          className="gate-inside"
          aria-pressed={shown}
          aria-label="明文显示"
          title="明文显示"
          onClick={() => setShown(!shown)}
        >
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
          >
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {!shown && <path d="m4 20 16-16" />}
          </svg>
        </button>
      }
    />
  );
}
