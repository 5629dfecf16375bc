import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { request } from '../../platform/request/request.ts';

/** Pauses between polls, in milliseconds; the last is repeated. */
const pauses = [150, 250, 400, 600, 1000];

/**
 * Polls until an export has finished or failed, and returns its record as 导出中心 shows it; undefined when it is still
 * running after `timeoutMs` milliseconds, or was deleted meanwhile.
 */
export async function waitForExport(id: string, timeoutMs: number): Promise<ExportRecord | undefined> {
  const end = performance.now() + timeoutMs;
  for (let asked = 0; ; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(asked, pauses.length - 1)]));
    const all = await request<ExportRecord[]>('/api/sys/export/select-exports');
    const found = all.find((record) => record.id === id);
    if (found === undefined) return undefined;
    if (found.state !== 'waiting' && found.state !== 'running') return found;
    if (performance.now() > end) return undefined;
  }
}
