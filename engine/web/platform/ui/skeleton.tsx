import './plain.css';

/**
 * A skeleton: as many lines where text will be, while it is read.
 * @example
 * export const Remark = ({ text }: { text: string | undefined }) => (text === undefined ? <Skeleton rows={3} /> : <p>{text}</p>);
 */
export const Skeleton = ({ rows }: { rows: number }) => (
  <div className="skeleton" aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} />
    ))}
  </div>
);
