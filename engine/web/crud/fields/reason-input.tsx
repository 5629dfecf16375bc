// Not all that `Input` brings along: a list asks for this before anything is typed.
import Input from 'antd/es/input/Input';

/** Longest reason that the server takes. */
const longest = 100;

/** Asks for a reason within a confirmation; the account concerned reads it. `onReason` is called with every letter. */
export const ReasonInput = ({ label, onReason }: { label: string; onReason: (reason: string) => void }) => (
  <Input
    aria-label={label}
    placeholder={label}
    maxLength={longest}
    style={{ marginTop: 12 }}
    onChange={(event) => onReason(event.target.value.trim())}
  />
);

/** The reason as the call's query carries it. */
export const reasonQuery = (reason: string): [string, string][] => (reason === '' ? [] : [['reason', reason]]);
