import type { PGlite } from '@electric-sql/pglite';

/*
 * PGlite between two messages of the protocol is its memory and its files, and nothing else. Both are kept as they are at
 * one moment and can be put back at any later one, so that a database is exactly what it was: rows, schema, sequences,
 * prepared statements and settings of the session. That is 20 ms where opening another takes a second.
 */

/** What of PGlite's module holds its state. */
interface Engine {
  HEAPU8: Uint8Array;
  FS: {
    root: FileNode;
    nameTable: (FileNode | undefined)[];
    streams: (FileStream | null)[];
    currentPath: string;
    open: (path: unknown, ...rest: unknown[]) => FileStream;
  };
  stackSave(): number;
  stackRestore(pointer: number): void;
}

interface FileNode {
  contents?: Uint8Array | Record<string, FileNode>;
  stream_ops: { write?: (stream: FileStream, ...rest: unknown[]) => number };
  name_next?: FileNode | undefined;
}

interface FileStream {
  node?: FileNode;
  shared: object;
}

/**
 * Keeps the engine as it is now, and gives back what puts it back. That throws where the engine has loaded code since then,
 * which lies beside its memory.
 */
export async function keepImage(database: PGlite): Promise<() => void> {
  // All that migrations and statements of ours make it load.
  await database.exec(`load 'plpgsql'; load 'pg_trgm'`);
  const engine = database.Module as unknown as Engine;
  const loaded = libraries(engine);
  const pointer = engine.stackSave();
  const restorers = [keepMemory(engine), keepFiles(engine)];
  return () => {
    if (loaded.length > 0) throw new Error(`The engine has loaded ${loaded.join(', ')}.`);
    for (const restore of restorers) restore();
    engine.stackRestore(pointer);
  };
}

/** A list that takes up each library that is opened from now on. */
function libraries({ FS }: Engine): readonly string[] {
  const opened: string[] = [];
  const { open } = FS;
  FS.open = (path, ...rest) => {
    if (typeof path === 'string' && path.endsWith('.so')) opened.push(path);
    return open(path, ...rest);
  };
  return opened;
}

const blockSize = 64 * 1024;

/** Most of the memory is never written: only blocks that hold something are kept. */
function keepMemory(engine: Engine): () => void {
  const zeroes = new Uint8Array(blockSize);
  const kept = new Map<number, Uint8Array>();
  const eachBlock = (see: (block: Uint8Array, at: number) => void) => {
    const heap = engine.HEAPU8;
    for (let at = 0; at < heap.length; at += blockSize) see(heap.subarray(at, at + blockSize), at);
  };
  eachBlock((block, at) => Buffer.compare(block, zeroes) !== 0 && kept.set(at, block.slice()));
  return () => {
    // Memory that has grown since does not shrink: what lies there is not known to the engine any more.
    eachBlock((block, at) => {
      const before = kept.get(at) ?? zeroes;
      if (Buffer.compare(block, before) !== 0) block.set(before);
    });
  };
}

/** Names, lengths and places are put back; what a file holds is copied by whoever first writes to it. */
function keepFiles({ FS }: Engine): () => void {
  const nodes = reachable(FS);
  const frozen = new Set<unknown>();
  for (const { contents } of nodes) if (contents instanceof Uint8Array) frozen.add(contents);
  for (const { stream_ops: operations } of nodes) copyBeforeWrite(operations, frozen);
  const nodesBefore = nodes.map((node) => [node, { ...node, name_next: node.name_next }, copyFolder(node)] as const);
  const streamsBefore = FS.streams.map((stream) => stream && ([stream, { ...stream }, { ...stream.shared }] as const));
  const [names, path] = [[...FS.nameTable], FS.currentPath];
  return () => {
    for (const [node, before, contents] of nodesBefore) Object.assign(node, before, contents && { contents: { ...contents } });
    for (const kept of streamsBefore) if (kept) Object.assign(kept[0], kept[1], { shared: { ...kept[2] } });
    FS.streams.splice(0, FS.streams.length, ...streamsBefore.map((kept) => kept && kept[0]));
    FS.nameTable = [...names];
    FS.currentPath = path;
  };
}

function reachable({ root, streams }: Engine['FS']): FileNode[] {
  const found = new Set<FileNode>();
  const add = (node: FileNode): void => {
    if (found.has(node)) return;
    found.add(node);
    if (node.contents && !(node.contents instanceof Uint8Array)) Object.values(node.contents).forEach(add);
  };
  add(root);
  // A file that was removed lives on where it is open.
  for (const stream of streams) if (stream?.node) add(stream.node);
  return [...found];
}

const copyFolder = ({ contents }: FileNode) => (contents && !(contents instanceof Uint8Array) ? { ...contents } : undefined);

const copying = new WeakSet<object>();

/** Files of one file system share their operations. */
function copyBeforeWrite(operations: FileNode['stream_ops'], frozen: ReadonlySet<unknown>): void {
  const { write } = operations;
  if (write === undefined || copying.has(operations)) return;
  copying.add(operations);
  operations.write = (stream, ...rest) => {
    const { node } = stream;
    if (node?.contents instanceof Uint8Array && frozen.has(node.contents)) node.contents = new Uint8Array(node.contents);
    return write(stream, ...rest);
  };
}
