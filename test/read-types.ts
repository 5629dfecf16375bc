import { type Node, parseSync, Visitor } from 'oxc-parser';

/** Claims of a file about its values that the compiler does not check. */
export interface Claims {
  /** Lines with an assertion, `value as Type`; `as const` claims nothing. */
  readonly assertions: readonly number[];
  /** Lines that name the row of any resource. */
  readonly anyRows: readonly number[];
  /** Values that are read by a string key, `row['userName']`, by their line. */
  readonly read: readonly { readonly line: number; readonly name: string }[];
}

/** Reads the claims of one source. */
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
