import { type ESTree, type Plugin, Visitor } from 'vite';
import { type CachedStyle, makeStyles } from './make-styles.ts';

const cacheId = '\0antd-styles';
const absentId = '\0antd-styles:absent';

/**
 * Generates antd's styles for a list at build time. They do not depend on the person (colours and sizes are CSS variables, set in the
 * browser), and generating them took a slow machine a tenth of the time that a list's code runs before its rows. They are put into
 * antd's own cache, which inserts them when and where it would anyway; the generating code is left out. A version of antd that works
 * differently fails the build.
 */
export function antdStyles(): Plugin {
  let styles: readonly CachedStyle[] = [];
  let begun = false;
  const removed = new Set<string>();
  return {
    name: 'antd-styles',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      styles = makeStyles();
    },
    resolveId(source, importer) {
      if (source === absentId) return absentId;
      if (source !== './Cache' || importer?.endsWith('/@ant-design/cssinjs/es/StyleContext.js') !== true) return undefined;
      begun = true;
      return `${cacheId}:${importer.replace(/StyleContext\.js$/, 'Cache.js')}`;
    },
    load(id) {
      if (id === absentId) return absent;
      return id.startsWith(`${cacheId}:`) ? cacheOf(id.slice(cacheId.length + 1), styles) : undefined;
    },
    transform: {
      filter: { id: /\/node_modules\/antd\/es\/.+\/style\/.+\.js$|\/node_modules\/antd\/es\/.+\/style\.js$/ },
      handler(code) {
        const cuts = makersIn(this.parse(code)).filter(({ name }) => namesOf(styles).includes(name));
        if (cuts.length === 0) return undefined;
        cuts.forEach(({ name }) => removed.add(name));
        const without = cuts.toReversed().reduce((rest, { start, end }) => `${rest.slice(0, start)}absent${rest.slice(end)}`, code);
        return { code: `import { absent } from ${JSON.stringify(absentId)};\n${without}`, map: null };
      },
    },
    buildEnd(error) {
      const kept = namesOf(styles).filter((name) => !removed.has(name));
      if (error === undefined && (kept.length > 0 || !begun))
        this.error(`antd no longer makes these styles as it did, so they cannot be made at build time: ${kept.join(', ')}`);
    },
  };
}

const calls: ReadonlySet<string> = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

/** The parts of antd with these styles. Styles shared by all parts have a shorter path; the code that generates them is small and stays. */
const namesOf = (styles: readonly CachedStyle[]): string[] =>
  styles.map(([path]) => path.split('%')).flatMap(([, , name = '', ...more]) => (more.length > 1 ? [name] : []));

interface Maker {
  name: string;
  start: number;
  end: number;
}

/** Where a file of antd generates styles: the second argument of a call whose first one names the part: 'Button', or ['Input', 'Search']. */
function makersIn(program: ESTree.Program): Maker[] {
  const found: Maker[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [part, make] }) {
      if (callee.type !== 'Identifier' || !calls.has(callee.name) || make === undefined) return;
      const names = part?.type === 'ArrayExpression' ? part.elements : [part, part];
      found.push({ name: names.map((name) => (name?.type === 'Literal' ? name.value : '')).join('-'), start: make.start, end: make.end });
    },
  }).visit(program);
  return found;
}

/**
 * Makes antd's cache contain these styles from the start, and keep them after the last element that uses them is gone. antd is also told that no style
 * sheet of the page lists its styles: it would look for one in the middle of rendering, and the browser had to compute all styles for that.
 */
const cacheOf = (file: string, styles: readonly CachedStyle[]): string => `
  import Entity from ${JSON.stringify(file)};
  import { reset } from ${JSON.stringify(file.replace(/Cache\.js$/, 'util/cacheMapUtil.js'))};
  reset({});
  const made = new Map(${JSON.stringify(styles)});
  export default class extends Entity {
    opUpdate(path, next) {
      super.opUpdate(path, (kept) => next(kept ?? (made.has(path) ? [0, made.get(path)] : undefined)));
    }
  }
`;

/** The error for a class that is not antd's own: there are no styles for it here, and it would silently remain unstyled. */
const absent = `
  export const absent = () => {
    throw new Error('Styles of antd are made at build time, for its own classes: leave prefixCls, hashed and cssVar.prefix out of a theme.');
  };
`;
