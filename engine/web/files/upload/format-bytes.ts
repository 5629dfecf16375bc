const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size as people read it: 512 B, 1.5 MB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : Number(value.toFixed(1))} ${units[power] ?? 'B'}`;
}

/** The remaining time, roughly, in words. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} 秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`;
  return `${Number((seconds / 3600).toFixed(1))} 小时`;
}
