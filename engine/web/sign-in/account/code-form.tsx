import type { ReactNode } from 'react';
import { PromptForm } from './prompt-form.tsx';
import { CodeField } from './code-field.tsx';

interface CodeFormProps {
  /** The button's label. */
  submit: string;
  help: string;
  /** As of `CodeField`. */
  hasApp?: boolean;
  onCode: (code: string) => Promise<void>;
  extra?: ReactNode;
}

/** Asks for a code of the second step; a refusal is shown above it. */
export const CodeForm = ({ submit, help, hasApp = true, onCode, extra }: CodeFormProps) => (
  <PromptForm submit={submit} extra={extra} onSend={({ code }: { code: string }) => onCode(code)}>
    <CodeField help={help} hasApp={hasApp} autoFocus />
  </PromptForm>
);
