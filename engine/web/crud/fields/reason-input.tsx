// Not the whole of antd's `Input`: a list loads this module before anything is typed.
import Input from 'antd/es/input/Input';

/** Maximum length of a reason that the server accepts. */
const maxReasonLength = 100;

/** The input for a reason in a confirmation dialog; the account concerned will read it. `onReason` is called on every change. */
export const ReasonInput = ({ label, onReason }: { label: string; onReason: (reason: string) => void }) => (
  <Input
    aria-label={label}
    placeholder={label}
    maxLength={maxReasonLength}
    style={{ marginTop: 12 }}
    onChange={(event) => onReason(event.target.value.trim())}
  />
);

/** The reason as query parameters of the call. */
export const reasonQuery = (reason: string): [string, string][] => (reason === '' ? [] : [['reason', reason]]);
