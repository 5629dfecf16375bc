/** The level of a notice, if it is above normal. Does not use the dictionary, as the bell loads with the shell. */
export const LevelTag = ({ level }: { level: string | null }) =>
  level === null || level === '一般' ? null : (
    <span className="notice-level" data-level={level}>
      {level}
    </span>
  );
