import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  help?: string | undefined;
  /** What stands below. */
  below?: ReactNode;
  /** What stands in the line behind the input, such as a button. */
  after?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input whose fault is shown under it and read out with it. */
export function TextInput({ label, value, onChange, fault, help, after, below, ref, ...input }: Props) {
  const id = useId();
  const note = fault ?? help;
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
          aria-invalid={fault !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {after}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={fault === undefined ? 'gate-help' : 'gate-fault'}>
          {note}
        </p>
      )}
      {below}
    </div>
  );
}
