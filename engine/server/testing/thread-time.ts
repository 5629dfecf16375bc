/**
 * Processor time of this thread in milliseconds; two of them are compared. What must not block other requests is measured
 * by it: by the clock, whatever else a busy machine does would count too.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
