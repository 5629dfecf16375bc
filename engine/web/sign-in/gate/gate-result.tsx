import type { ReactNode } from 'react';

/** The result of a page for people who are not signed in, in place of its form. */
export const GateResult = ({ text, good = false, children }: { text: string; good?: boolean; children: ReactNode }) => (
  <div className="gate-form">
    <p role="status" className={good ? 'gate-good' : 'gate-alert'}>
      {text}
    </p>
    {children}
  </div>
);
