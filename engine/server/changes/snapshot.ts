/** Which transactions a snapshot sees, in the text format of pg_snapshot: `xmin:xmax:running ones`. */
const written = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** The most running transactions in a cursor; a server has fewer connections. */
const maxRunning = 2000;

/** A snapshot in few characters: numbers relative to the first, in base 16. */
export function packSnapshot(snapshot: string): string {
  const [, from = '', to = '', underWay = ''] = written.exec(snapshot) ?? [];
  const first = BigInt(from);
  const others = underWay === '' ? [] : underWay.split(',');
  return [first, ...[to, ...others].map((one) => BigInt(one) - first)].map((number) => number.toString(16)).join('_');
}

/** The snapshot of a packed text; undefined for an invalid text, which the database would fail on. */
export function unpackSnapshot(packed: string): string | undefined {
  if (!/^[0-9a-f]{1,16}(_[0-9a-f]{1,16})+$/.test(packed)) return undefined;
  const [first = 0n, ...steps] = packed.split('_').map((number) => BigInt(`0x${number}`));
  const [to = 0n, ...underWay] = steps.map((step) => first + step);
  const isInOrder = underWay.every((one, at) => one < to && (at === 0 || one > (underWay[at - 1] ?? 0n)));
  if (first < 1n || to < first || to >= 2n ** 63n || underWay.length > maxRunning || !isInOrder) return undefined;
  return `${first}:${to}:${underWay.join(',')}`;
}
