import { InputNumber } from 'antd';
import { useState } from 'react';
import { useUnread } from './bound-issue.tsx';
import { digitsIn, parseDigits } from './read-typed.ts';

interface BoundProps {
  /** The field's. */
  label: string;
  words: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** The digits as a call takes them: `.5` and `1e3` written out. */
function inFull(text: string): string | null {
  const digits = digitsIn(text);
  return digits === undefined || /^-?\d+(?:\.\d+)?$/.test(digits) ? (digits ?? null) : String(Number(digits));
}

/** One end of a range of numbers, as digits: null while the text is no number, which is marked and stays. */
export function NumberBound({ label, words, value, onChange }: BoundProps) {
  const [raw, setRaw] = useState<string>();
  const issueId = useUnread(raw !== undefined);
  const change = (next: string | null, text?: string): void => {
    setRaw(text);
    onChange(next);
  };
  return (
    <InputNumber<string>
      stringMode
      style={{ width: '100%' }}
      aria-label={label + words}
      aria-invalid={raw !== undefined}
      aria-describedby={issueId}
      status={raw === undefined ? '' : 'error'}
      placeholder={words}
      parser={parseDigits}
      value={raw ?? value ?? null}
      onChange={(next) => change(next)}
      onInput={(text) => change(inFull(text), parseDigits(text) === 'NaN' ? text : undefined)}
    />
  );
}
