/** One line of 组与角色: a group of the directory, and the code of the role that its members get. */
export interface GroupRole {
  readonly group: string;
  readonly roleCode: string;
}

/** Parses the lines; undefined if one is not `组名=角色编码`. A group's name may contain `=`, a code may not. */
export function readGroupRoles(text: string | null): GroupRole[] | undefined {
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const read = lines.map((line) => /^(.+)=\s*([^=\s]+)$/.exec(line));
  if (read.some((match) => match === null)) return undefined;
  return read.map((match) => ({ group: (match?.[1] ?? '').trim(), roleCode: match?.[2] ?? '' }));
}
