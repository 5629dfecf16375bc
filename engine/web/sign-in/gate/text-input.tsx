import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  issue?: string | undefined;
  help?: string | undefined;
  /** Content below the input. */
  below?: ReactNode;
  /** Content in the input's line after it, such as a button. */
  after?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input whose issue is shown below it, and read out with it by screen readers. */
export function TextInput({ label, value, onChange, issue, help, after, below, ref, ...input }: Props) {
  const id = useId();
  const note = issue ?? help;
  return (
    <div className="gate-field">
      <label htmlFor={id}>{label}</label>
      <div className="gate-line">
        <input
          {...input}
          id={id}
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={issue !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {after}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={issue === undefined ? 'gate-help' : 'gate-issue'}>
          {note}
        </p>
      )}
      {below}
    </div>
  );
}
