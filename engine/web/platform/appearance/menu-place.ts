/** Position of the menu if there is room for it; on a narrow screen it is a drawer. */
export const menuPlaces = ['side', 'top'] as const;
export type MenuPlace = (typeof menuPlaces)[number];
export const menuPlaceNames: Readonly<Record<MenuPlace, string>> = { side: '侧边菜单', top: '顶部菜单' };
