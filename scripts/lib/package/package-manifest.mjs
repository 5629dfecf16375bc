import { inRoot, readJson } from '../root.mjs';

const workspaces = ['engine/contract', 'engine/server', 'engine/web', 'sys', 'app'];

/** Packages that a company installs itself to check types, run tests and open its pages in them: a server needs none of them. */
const optional = ['typescript', 'vitest', 'playwright'];

/**
 * The package.json of the package: the dependencies of all our packages, pinned as here, with the declarations that
 * ours refer to. Throws if an import is missing in every package.json.
 */
export function packageManifest({ packages, types }) {
  const { name, version, type, license, description, bin, devDependencies } = readJson(inRoot('package.json'));
  const manifests = workspaces.map((folder) => readJson(inRoot(folder, 'package.json')));
  const production = merge(manifests.map(({ dependencies }) => dependencies));
  const all = { ...devDependencies, ...merge(manifests.map((each) => each.devDependencies ?? {})), ...production };
  const declared = types.map((each) => `@types/${each.replace(/^@(.+)\//, '$1__')}`).filter((each) => each in all);
  const ours = [...Object.keys(production), ...packages, '@types/node', ...declared].filter(
    (each) => !each.startsWith('@back-office/') && each !== name && !optional.includes(each),
  );
  const unknown = [...packages, ...ours].filter((each) => !(each in all) && each !== name);
  if (unknown.length > 0) throw new Error(`Sources import ${unknown.join(', ')}, which no package.json names.`);
  return {
    name,
    version,
    license,
    description,
    type,
    engines: { node: `>=${devDependencies.node.split('.')[0]}` },
    bin,
    imports: readImports(),
    exports: {
      ...Object.fromEntries(
        ['contract', 'server', 'web', 'testing'].map((entry) => [
          `./${entry}`,
          { types: `./app/entry/${entry}.d.ts`, default: `./app/entry/${entry}.js` },
        ]),
      ),
      './tsconfig.office.json': './tsconfig.office.json',
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries([...new Set(ours)].sort((one, other) => (one < other ? -1 : 1)).map((each) => [each, all[each]])),
    peerDependencies: Object.fromEntries(optional.map((each) => [each, all[each]])),
    peerDependenciesMeta: Object.fromEntries(optional.map((each) => [each, { optional: true }])),
  };
}

const merge = (lists) => Object.assign({}, ...lists);

/** `#office` and its sides, as in the app's own package.json. */
const readImports = () =>
  Object.fromEntries(
    Object.entries(readJson(inRoot('app/package.json')).imports).map(([name, file]) => [
      name,
      file.replace('./', './app/').replace(/\.ts$/, '.js'),
    ]),
  );
