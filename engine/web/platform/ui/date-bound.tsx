import { useState } from 'react';
import { useUnread } from './bound-issue.tsx';
import { DateInput } from './date-input.tsx';
import { wallClock } from './wall-clock.ts';

interface DateBoundProps {
  /** The field's. */
  label: string;
  words: string;
  format: string;
  normalise: (text: string) => string;
  /** For a time: that of a day that is chosen or typed without one. */
  clock: string | undefined;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One end of a range of dates or times: null while the text is none, which is marked and stays. */
export function DateBound({ label, words, clock, value, normalise, onChange, ...rest }: DateBoundProps) {
  const [raw, setRaw] = useState<string>();
  const issueId = useUnread(raw !== undefined && raw !== '');
  const read = (text: string): string =>
    clock === undefined || /[:：]/.test(text) ? normalise(text) : normalise(text).replace(/ 00:00:00$/, ` ${clock}`);
  const change = (next: string | null): void => {
    const isRead = next === null || wallClock(next, rest.format).isValid();
    setRaw(isRead ? undefined : next);
    onChange(isRead ? next : null);
  };
  return (
    <DateInput
      {...rest}
      normalise={read}
      aria-label={label + words}
      aria-describedby={issueId}
      placeholder={words}
      showTime={clock !== undefined && { defaultOpenValue: wallClock(clock, 'HH:mm:ss') }}
      value={raw ?? value}
      onType={(text) => setRaw(text ?? '')}
      onChange={change}
    />
  );
}
