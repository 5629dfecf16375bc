import { Alert, Button, Flex, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useBusy } from '../../platform/timing/use-busy.ts';

interface PromptFormProps<Values> {
  /** The button's label. */
  submit: string;
  danger?: boolean;
  /** Submits the form; an error is shown above it. */
  onSend: (values: Values) => Promise<void>;
  /** A second button, for an alternative. */
  extra?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A short form that submits its input and waits for the result. */
export function PromptForm<Values extends object>({ submit, danger = false, onSend, extra, children }: PromptFormProps<Values>) {
  const [issue, setIssue] = useState<string>();
  const [busy, work] = useBusy();
  const send = async (values: Values): Promise<void> => {
    setIssue(undefined);
    try {
      await onSend(values);
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Form layout="vertical" requiredMark={false} onFinish={(values: Values) => void work(() => send(values))}>
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      {children}
      <Flex justify="end" gap={8} wrap>
        {extra}
        <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
          {submit}
        </Button>
      </Flex>
    </Form>
  );
}
