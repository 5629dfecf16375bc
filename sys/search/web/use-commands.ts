import type { ExportStarted } from '@back-office/contract/calls/export.ts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useAllowed } from '@back-office/web/platform/session/use-allowed.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import type { PaletteEntry, RecordCommand } from '@back-office/web/shell/routing/shell-feature.ts';
import { useShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import { resourceCommands } from './resource-commands.ts';

/** The person's commands in the palette: those of features, and 新增 and 导出 of resources. */
export function useCommands(routes: readonly RouteRecord[]): { commands: PaletteEntry[]; forRecords: RecordCommand[] } {
  const { palette, paletteRecords } = useShellSlots();
  const allowed = useAllowed();
  const rights = useRights();
  const navigate = useNavigate();
  return useMemo(() => {
    // Runs in the background, and is downloaded from the list of exports.
    const run = async ({ name }: { name: string }): Promise<void> => {
      await request<ExportStarted>(`/api/${name}/export`, { method: 'POST' });
      await navigate('/exports');
    };
    return {
      commands: [...palette.filter(allowed), ...resourceCommands(theOffice().resources, routes, rights, run)],
      forRecords: paletteRecords.filter(allowed),
    };
  }, [palette, paletteRecords, allowed, rights, routes, navigate]);
}
