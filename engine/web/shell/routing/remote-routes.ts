import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { RouteMeta, RouteRecord } from '@back-office/contract/office/route-record.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { isExternalLink } from '../../platform/routing/is-external-link.ts';
import { homePath } from '../../platform/routing/safe-redirect.ts';

/** The routes of remote mode, built from the function records (docs/spec.md 2.1); none if the server granted none. */
export function remoteRoutes(functions: readonly FunctionNode[]): RouteRecord[] {
  const granted = functions.map((node) => recordOf(node, { path: '', menu: undefined, hidden: false }));
  if (granted.length === 0) return [];
  const known = new Set(pathsOf(granted));
  return [...theOffice().pages.filter(({ path }) => !known.has(path)), ...granted];
}

const pathsOf = (routes: readonly RouteRecord[]): string[] => routes.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)]);

/** A record's surroundings: its parent's path, the nearest menu entry above, and whether an ancestor is hidden. */
interface Place {
  path: string;
  menu: string | undefined;
  hidden: boolean;
}

/** Component names of containers; any other names a page. */
const containers = ['Layout', 'AppMain'];

function recordOf(node: FunctionNode, parent: Place): RouteRecord {
  const path = pathOf(node, parent.path);
  const hidden = node.isHidden === '是';
  // Descendants of a hidden record are not in the menu either.
  const unlisted = hidden || parent.hidden;
  const menu = unlisted ? parent.menu : path;
  const children = (node.sysFunctions ?? []).map((child) => recordOf(child, { path, menu, hidden: unlisted }));
  const redirect = redirectOf(node, { path, children });
  return {
    path,
    name: node.id,
    ...(containers.includes(node.functionComponent) ? {} : { component: node.functionComponent }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(hidden ? { hidden } : {}),
    ...(children.length > 0 ? { children } : {}),
    meta: metaOf(node, { path, menu: unlisted ? parent.menu : undefined }),
  };
}

function pathOf({ rootPath, functionComponent }: FunctionNode, parentPath: string): string {
  if (isExternalLink(rootPath)) return rootPath;
  const path = rootPath.startsWith('/') ? rootPath : below(parentPath, rootPath);
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  // A view page shows a record: its path needs a parameter for the id.
  return functionComponent.endsWith('/view') && !trimmed.includes(':') ? `${trimmed}/:id` : trimmed;
}

/** Appends a relative path to its parent's; nothing can be below an external link. */
const below = (parent: string, path: string): string => `${isExternalLink(parent) ? '' : parent.replace(/\/+$/, '')}/${path}`;

function redirectOf(node: FunctionNode, { path, children }: { path: string; children: RouteRecord[] }): string | undefined {
  if (node.redirectPath !== null && node.redirectPath !== '') {
    return node.redirectPath.startsWith('/') ? node.redirectPath : below(path, node.redirectPath);
  }
  if (!containers.includes(node.functionComponent)) return undefined;
  return children.find((child) => !child.path.includes(':') && !isExternalLink(child.path))?.path;
}

function metaOf(node: FunctionNode, { path, menu }: { path: string; menu: string | undefined }): RouteMeta {
  return {
    title: node.functionName,
    ...(node.functionIcon === null || node.functionIcon === '' ? {} : { icon: node.functionIcon }),
    ...(node.isExternal === '是' ? { target: '_blank' as const } : {}),
    ...(path === homePath ? { affix: true, breadcrumb: false } : {}),
    ...(menu === undefined ? {} : { activeMenu: menu, noCache: true }),
  };
}
