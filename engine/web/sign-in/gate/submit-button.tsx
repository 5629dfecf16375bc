/** The form's button; while busy it stays in place, says so and does nothing. */
export function SubmitButton({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button type="submit" className="gate-submit" aria-disabled={busy}>
      {busy && <span className="gate-spinner" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
