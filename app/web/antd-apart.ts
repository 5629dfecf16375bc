import type { Plugin } from 'vite';

/**
 * Parts that antd's components import and draw only in special cases: a column's filter choices (a tree, a menu), the
 * menu above check boxes, the tooltip of a heading, the pagination, presets of a colour.
 */
const apart: Readonly<Record<string, readonly string[]>> = {
  'table/hooks/useFilter/FilterDropdown.js': ['../../../tree', '../../../menu', '../../../radio', '../../../dropdown'],
  'table/hooks/useSelection.js': ['../../radio', '../../dropdown'],
  'table/hooks/useSorter.js': ['../../tooltip'],
  'table/InternalTable.js': ['../pagination'],
  'color-picker/components/ColorPresets.js': ['../../collapse'],
};

/** The imports that antd makes from an index, which includes everything beside them, and their actual files. */
const straight: Readonly<Record<string, { readonly source: string; readonly names: Readonly<Record<string, string>> }>> = {
  'form/context.js': { source: '@rc-component/form', names: { FormProvider: 'FormContext' } },
  'table/hooks/useSelection.js': {
    source: '@rc-component/tree',
    names: { 'arrAdd, arrDel': 'util', conductCheck: 'utils/conductUtil', convertDataToEntities: 'utils/treeUtil' },
  },
};

const edges = [
  ...Object.entries(apart).flatMap(([file, sources]) => sources.map((source) => `${file} ${source}`)),
  ...Object.entries(straight).map(([file, { source }]) => `${file} ${source}`),
];
const mark = '\0antd-apart:';

/**
 * Moves these parts of antd into chunks that are loaded when they are drawn: a list needs none of them, and they are half of its table's size. A page
 * that draws them gets them a moment later. With a version of antd that is built differently, the build fails.
 */
export function antdApart(): Plugin {
  const found = new Set<string>();
  const virtualModules = new Map<string, string>();
  return {
    name: 'antd-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [, file = ''] = /\/node_modules\/antd\/es\/(.+)$/.exec(importer ?? '') ?? [];
      const resolved = async (path: string): Promise<string> => (await this.resolve(path, importer, { skipSelf: true }))?.id ?? path;
      const id = mark + file + source;
      if (apart[file]?.includes(source) === true) virtualModules.set(id, lazyModule(await resolved(source)));
      else if (straight[file]?.source === source) {
        const lines = Object.entries(straight[file].names).map(
          async ([names, path]) => `export { ${names} } from ${JSON.stringify(await resolved(`${source}/es/${path}`))};`,
        );
        virtualModules.set(id, (await Promise.all(lines)).join('\n'));
      } else return undefined;
      found.add(`${file} ${source}`);
      return id;
    },
    load: (id) => virtualModules.get(id),
    buildEnd(error) {
      const missing = edges.filter((edge) => !found.has(edge));
      if (error === undefined && found.size > 0 && missing.length > 0)
        this.error(`antd no longer imports these, so they are not taken apart: ${missing.join(', ')}`);
    },
  };
}

const lazyModule = (part: string): string => `
  import { createElement, lazy, Suspense } from 'react';
  const Part = lazy(() => import(${JSON.stringify(part)}));
  export default (props) => createElement(Suspense, null, createElement(Part, props));
`;
