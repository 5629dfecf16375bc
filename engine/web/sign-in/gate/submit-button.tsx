/** The form's button; while busy it stays in place with another label, and ignores clicks. */
export function SubmitButton({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button type="submit" className="gate-submit" aria-disabled={busy}>
      {busy && <span className="gate-spinner" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
