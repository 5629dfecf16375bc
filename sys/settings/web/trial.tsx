import { request } from '@back-office/web/platform/request/request.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';

interface TrialProps {
  readonly id: string;
  readonly label: string;
  /** The value typed and not saved; absent to test the current one. */
  readonly value?: string;
}

/** Tests a setting, and shows the result beside the button. */
export function Trial({ id, label, value }: TrialProps) {
  const [result, setResult] = useState<{ readonly text: string; readonly worked: boolean }>();
  const [busy, setBusy] = useState(false);
  const tryOut = async (): Promise<void> => {
    setBusy(true);
    setResult(undefined);
    try {
      const json = value === undefined ? {} : { value };
      const { message } = await request<{ message: string }>(`/api/sys/setting/test/${id}`, { method: 'POST', json, quiet: true });
      setResult({ text: message, worked: true });
    } catch (error) {
      setResult({ text: error instanceof Error ? error.message : String(error), worked: false });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ marginBlockStart: 16 }}>
      <Button loading={busy} onClick={() => void tryOut()}>
        {label}
      </Button>
      <div role="status" style={{ marginBlockStart: result === undefined ? 0 : 12 }}>
        {result !== undefined && <Alert type={result.worked ? 'success' : 'error'} showIcon title={result.text} />}
      </div>
    </div>
  );
}
