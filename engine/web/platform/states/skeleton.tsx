import '../ui/plain.css';

/**
 * A skeleton of this many lines, shown while text is loading.
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
