import { isDayjs, type Dayjs } from 'dayjs';
import { createContext, use, useMemo, useRef, useState, type ComponentProps } from 'react';
import { DatePicker } from './date-picker.ts';
import { wallClock } from './wall-clock.ts';

interface DateInputProps {
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid'];
  'aria-describedby'?: string | undefined;
  placeholder?: string;
  /** The wire format. */
  format: string;
  showTime: boolean | { defaultOpenValue: Dayjs };
  /** A date in the wire format, a text that is none, or nothing. */
  value: unknown;
  /** The wire format of a date in another spelling; other texts unchanged. */
  normalise: (text: string) => string;
  /** Called at each key with the text as it is. */
  onType: (text: string | null) => void;
  /** Called with what was chosen, or typed: in the wire format, unless the text is no date. */
  onChange: (value: string | null) => void;
  /** Whether what is chosen in a calendar that is still open is reported too, and Enter there does not submit. */
  eager?: boolean;
  onBlur?: (() => void) | undefined;
}

/**
 * antd's date picker for people who type: any usual spelling is read, a text that is no date stays for the check to refuse, and an emptied input is
 * null. Enter and Escape in an open calendar close it; Escape returns to the former value.
 */
export function DateInput({ format, value, normalise, onType, onChange, eager = false, onBlur, ...rest }: DateInputProps) {
  const text = typeof value === 'string' ? value : '';
  const time = useMemo(() => timeOf(text, format), [text, format]);
  const [open, setOpen] = useState(false);
  const former = useRef(text);
  const typing = useRef(false);
  const answer = (next: string): void => {
    typing.current = false;
    onChange(next === '' ? null : next);
  };
  const turn = (opens: boolean): void => {
    if (opens && !open) former.current = text;
    setOpen(opens);
  };
  const raw = time === null && text !== '' ? text : undefined;
  const typed: Typed = {
    raw,
    invalid: raw !== undefined && !open ? true : rest['aria-invalid'],
    open,
    eager,
    type: (next) => {
      typing.current = true;
      onType(next === '' ? null : next);
    },
    accept: () => {
      const read = normalise(text);
      if (typing.current) answer(timeOf(read, format) === null ? text : read);
    },
    close: () => setOpen(false),
    reset: () => void (former.current !== text && answer(former.current)),
  };
  return (
    <Typing value={typed}>
      <DatePicker
        {...rest}
        components={parts}
        needConfirm={false}
        style={{ width: '100%' }}
        status={raw === undefined || open ? '' : 'error'}
        format={format}
        value={time}
        open={open}
        onOpenChange={turn}
        data-open={open}
        onChange={(next: Dayjs | null) => answer(next?.format(format) ?? '')}
        onCalendarChange={(next: unknown) => eager && isDayjs(next) && answer(next.format(format))}
        onBlur={() => onBlur?.()}
      />
    </Typing>
  );
}

function timeOf(text: string, format: string): Dayjs | null {
  const time = wallClock(text, format);
  return text !== '' && time.isValid() ? time : null;
}

interface Typed {
  /** The text that is no date in the wire format. */
  raw: string | undefined;
  /** Not whether the picker understood the last key. */
  invalid: ComponentProps<'input'>['aria-invalid'];
  open: boolean;
  eager: boolean;
  type: (text: string) => void;
  accept: () => void;
  close: () => void;
  reset: () => void;
}

const Typing = createContext<Typed | undefined>(undefined);

/** The picker's input, which would forget a text that it does not understand. */
function TypedInput({ value, onChange, onBlur, onKeyDown, ...rest }: ComponentProps<'input'>) {
  const typed = use(Typing);
  return (
    <input
      {...rest}
      value={typed?.raw ?? value}
      aria-invalid={typed?.invalid}
      // Also while the picker is open, as it is for some frames after a click elsewhere.
      data-unread={typed?.raw === undefined ? undefined : true}
      onChange={(event) => {
        typed?.type(event.target.value);
        onChange?.(event);
      }}
      onBlur={(event) => {
        typed?.accept();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Enter') typed?.accept();
        if (typed?.open !== true) return;
        if (event.key === 'Enter' && typed.eager) event.preventDefault();
        if (event.key === 'Escape') typed.reset();
        if (event.key === 'Enter') typed.close();
      }}
    />
  );
}

const parts = { input: TypedInput };
