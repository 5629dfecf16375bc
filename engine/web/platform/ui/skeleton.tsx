import './plain.css';

/** A skeleton: lines where text will be. */
export const Skeleton = ({ rows }: { rows: number }) => (
  <div className="bones" aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} />
    ))}
  </div>
);
