const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size for people, in the unit that keeps the number below a thousand: 512 B, 1.5 MB, 0.99 GB. A decrease has a minus sign.
 * @example
 * export const Size = ({ file }: { file: FileRecord }) => <>{`${file.fileName}（${formatBytes(file.fileSize)}）`}</>;
 */
export function formatBytes(bytes: number): string {
  let [value, power] = [Math.abs(bytes), 0];
  while (Math.round(value) >= 1000 && power < units.length - 1) [value, power] = [value / 1024, power + 1];
  const digits = value >= 100 || power === 0 ? 0 : value >= 1 ? 1 : 2;
  return `${bytes < 0 ? '-' : ''}${Number(value.toFixed(digits))} ${units[power] ?? 'B'}`;
}
