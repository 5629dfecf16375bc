import type { ReactNode } from 'react';

/** One state of a part, under its name. */
export const Specimen = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="showcase-specimen" data-state={title}>
    <h3>{title}</h3>
    {children}
  </div>
);
