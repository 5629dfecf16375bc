/** The order with the card directly after another, or at the beginning. */
export function moveBehind(order: readonly string[], name: string, before: string | undefined): string[] {
  const others = order.filter((one) => one !== name);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, name);
}

/** The order with the card moved to the place of another. */
export function moveTo(order: readonly string[], name: string, target: string): string[] {
  const to = order.indexOf(target);
  const others = order.filter((one) => one !== name);
  return to < 0 || others.length === order.length ? [...order] : others.toSpliced(to, 0, name);
}
