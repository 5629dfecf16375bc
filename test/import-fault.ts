import { floors, exportedFiles, modules, roof, sharedByFeatures } from './house.ts';
import type { Import } from './read-imports.ts';

type Side = 'both' | 'server' | 'web';

/** The position of a file: its room, the room's floor, and its side. */
interface Place {
  readonly room: string;
  readonly height: number;
  readonly side: Side;
  readonly packages?: readonly string[] | undefined;
  /** The module's feature, such as `sys/users`. */
  readonly feature?: string;
}

/** The folders beside the product's own, and what they may import of the project. */
const beside: readonly { place: string; allowedImports: RegExp; packages?: RegExp }[] = [
  {
    place: 'e2e/',
    allowedImports:
      /^(e2e|engine\/contract)\/|^app\/office\.ts$|^sys\/[a-z-]+\/[a-z-]+\.ts$|^engine\/server\/testing\/(start-provider|start-slapd|open-mail-server|open-sms-provider|file-samples|free-port)\.ts$/,
  },
  { place: 'bench/', allowedImports: /^(bench|engine\/(contract|server)|sys|app|e2e\/support|test\/nodes)\// },
  {
    place: 'test/recipes/',
    allowedImports: /^(test\/(recipes|nodes)|(engine\/server|app)\/testing)\/|^test\/read-surface\.ts$|^app\/loading\/office-place\.mjs$/,
  },
  { place: 'test/packed/', allowedImports: /^(test\/(packed|nodes)|(engine\/server|app)\/testing|scripts\/lib)\// },
  {
    place: 'test/nodes/',
    allowedImports: /^(test\/nodes|engine\/contract|(engine\/server|app)\/testing|scripts\/lib)\/|^app\/server\/memory-flags\.mjs$/,
  },
  { place: 'test/', allowedImports: /^(test|engine\/contract|sys)\// },
  {
    place: 'scripts/',
    allowedImports:
      /^scripts\/|^test\/(kept-types|read-sources|source-digests)\.ts$|^app\/(server\/memory-flags|loading\/office-place)\.mjs$/,
    packages: /^node:/,
  },
];

const ofProject = /^(engine|sys|app|e2e|test|scripts|bench)\//;
const heights = new Map(floors.flatMap(({ rooms }) => rooms).map((room, height) => [room, height]));
const [modulesHeight, roofHeight] = [heights.size, heights.size + 1];

/** Tests, and files that only they use. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(file);

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

function placeOf(file: string): Place | undefined {
  const folder = folderOf(file);
  const room = folder.replace(/(?<=^engine\/\w+\/testing)\/.*/, '');
  const floor = floors.find(({ rooms }) => rooms.includes(room));
  if (floor) return { room, height: heights.get(room) ?? 0, side: floor.side, packages: floor.packages };
  const side = (/\/(server|web|shell|pages)(?=\/|\.tsx?$)/.exec(file)?.[1] ?? 'both').replace(/shell|pages/, 'web') as Side;
  const own = roof.findLast((room) => folder === room || folder.startsWith(`${room}/`));
  if (own) return { room: own, height: roofHeight, side: sideOfRoof(own, file, side) };
  return modules.some((module) => folder === module || folder.startsWith(`${module}/`)) ? placeInModule(file, side) : undefined;
}

/** Files that represent a company's, and those that it imports, have the side in their name. */
function sideOfRoof(room: string, file: string, side: Side): Side {
  if (room === 'app/own' || room === 'app/entry') return /\/(tables|testing)\.ts$/.test(file) ? 'server' : side;
  if (room === 'app/loading')
    return file.endsWith('.mjs') || /\/(import-rules|office-plugin|read-manifest)\.ts$/.test(file) ? 'both' : 'server';
  return room.endsWith('/web') ? 'web' : room === 'app' ? 'both' : 'server';
}

function placeInModule(file: string, side: Side): Place {
  const [module = '', feature = '', ...rest] = file.split('/');
  if (rest.length === 0) return { room: side === 'both' ? module : `${module}/${side}`, height: roofHeight, side };
  if (feature === 'seed' || feature === 'migrations') return { room: `${module}/${feature}`, height: roofHeight, side: 'server' };
  const room = side === 'both' ? `${module}/${feature}` : `${module}/${feature}/${side}`;
  return { room, height: modulesHeight, side, feature: `${module}/${feature}` };
}

/** The room of a file of the product; undefined for other files, and in a folder that the layout does not know. */
export const roomOf = (file: string): string | undefined => placeOf(file)?.room;

/** The feature that a module's file belongs to, with all its sides. */
export const featureOf = (file: string): string | undefined => placeOf(file)?.feature;

/** The mistake of an import, or undefined. */
export function importFault({ from, line, to }: Import): string | undefined {
  const wrong = ofProject.test(to) ? wrongFile(from, to) : wrongPackage(from, to);
  return wrong === undefined ? undefined : `${from}:${line} imports ${to}: ${wrong}`;
}

function wrongFile(from: string, to: string): string | undefined {
  const row = beside.find(({ place }) => from.startsWith(place));
  if (row) return row.allowedImports.test(to) ? undefined : `${row.place} may import only ${row.allowedImports.source}`;
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a === undefined) return 'it stands in a folder that test/house.ts does not know';
  if (to.endsWith('package.json')) return undefined;
  if (b === undefined) return `${folderOf(to)} is no folder of test/house.ts`;
  if (a.side !== b.side && b.side !== 'both') return 'a side never meets the other';
  if (/\.test\.tsx?$/.test(from)) return undefined;
  if (isTest(to) && !isTest(from)) return 'only tests import what is made for tests';
  if (a.height < b.height) return `${b.room} stands above ${a.room}`;
  return wrongBetweenFeatures(a, b, to);
}

/** A feature may import another's declarations and the files that it exports. */
function wrongBetweenFeatures(a: Place, b: Place, to: string): string | undefined {
  if (a.feature === undefined || b.feature === undefined || a.feature === b.feature) return undefined;
  if (b.side === 'both' || exportedFiles.includes(to) || b.feature === sharedByFeatures) return undefined;
  return `${b.feature} does not hand it out (test/house.ts)`;
}

function wrongPackage(from: string, to: string): string | undefined {
  const row = beside.find(({ place }) => from.startsWith(place));
  if (row) return row.packages === undefined || row.packages.test(to) ? undefined : `${row.place} may use only ${row.packages.source}`;
  const place = placeOf(from);
  if (place === undefined) return 'it stands in a folder that test/house.ts does not know';
  if (place.side === 'web' && to.startsWith('node:') && !from.startsWith('app/web/') && !isTest(from)) return 'a browser has no Node';
  if (place.packages === undefined || isTest(from)) return undefined;
  return place.packages.some((name) => to === name || to.startsWith(`${name}/`)) ? undefined : 'the vocabulary may not use this package';
}
