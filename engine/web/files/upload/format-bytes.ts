const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it, in the unit of which there are fewer than a thousand: 512 B, 1.5 MB, 0.99 GB. */
export function formatBytes(bytes: number): string {
  let [value, power] = [bytes, 0];
  while (Math.round(value) >= 1000 && power < units.length - 1) [value, power] = [value / 1024, power + 1];
  const digits = value >= 100 || power === 0 ? 0 : value >= 1 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${units[power] ?? 'B'}`;
}

/** The remaining time, roughly, in words. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} 秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`;
  return `${Number((seconds / 3600).toFixed(1))} 小时`;
}
