/** The level of a notice, where it is more than the usual one. Without the dictionary, since the bell loads with the shell. */
export const LevelTag = ({ level }: { level: string | null }) =>
  level === null || level === '一般' ? null : (
    <span className="notice-level" data-level={level}>
      {level}
    </span>
  );
