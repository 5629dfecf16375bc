import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { listPath } from '@back-office/web/platform/routing/list-path.ts';
import { ownPagePath } from '@back-office/web/platform/routing/record-path.ts';
import type { PaletteEntry } from '@back-office/web/shell/routing/shell-feature.ts';

/** After the features' own commands. */
const orders = { add: 100, export: 200 };

/** 新增 and 导出 for every resource whose page and right the person has. `run` exports everything that they may see. */
export function resourceCommands(
  resources: readonly Resource[],
  routes: readonly RouteRecord[],
  rights: Rights,
  run: (resource: Resource) => Promise<void>,
): PaletteEntry[] {
  return resources.flatMap((resource, at): PaletteEntry[] => {
    const { name, title, operations, form } = resource;
    const formPath = ownPagePath(routes, name);
    const mayAdd = operations.includes('save') && form.length > 0 && may(rights, name, 'add') && formPath !== undefined;
    const mayExport = resource.export.length > 0 && may(rights, name, 'export') && listPath(routes, name) !== undefined;
    return [
      ...(mayAdd ? [{ name: `add ${name}`, title: `新增${title}`, order: orders.add + at, icon: 'add', path: formPath }] : []),
      ...(mayExport
        ? [{ name: `export ${name}`, title: `导出${title}`, order: orders.export + at, icon: 'export', run: () => run(resource) }]
        : []),
    ];
  });
}
