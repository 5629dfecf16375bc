import { type Node, parseSync, Visitor } from 'oxc-parser';

/** What a file claims of its values without the compiler holding it to it. */
export interface Claims {
  /** Lines with an assertion, `value as Type`; `as const` claims nothing. */
  readonly assertions: readonly number[];
  /** Lines that name the row of any resource. */
  readonly anyRows: readonly number[];
  /** Values that are read by a text, `row['userName']`, by their line. */
  readonly read: readonly { readonly line: number; readonly name: string }[];
}

/** Reads what one source claims. */
export function readTypes(file: string, text: string): Claims {
  const assertions: number[] = [];
  const anyRows: number[] = [];
  const read: { line: number; name: string }[] = [];
  const line = ({ start }: Node): number => text.slice(0, start).split('\n').length;
  const named = (node: Node): string => (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' ? node.typeName.name : '');
  new Visitor({
    TSAsExpression: (node) => void (named(node.typeAnnotation) === 'const' || assertions.push(line(node))),
    TSTypeReference: (node) => void (named(node) === 'AnyRow' && anyRows.push(line(node))),
    MemberExpression: (node) => {
      const { property } = node;
      if (node.computed && property.type === 'Literal' && typeof property.value === 'string')
        read.push({ line: line(node), name: property.value });
    },
  }).visit(parseSync(file, text).program);
  return { assertions, anyRows, read };
}
