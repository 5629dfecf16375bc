import fc from 'fast-check';

/*
 * Random HTML of everything that the server allows in a notice (contract, notice-html.ts), as a person or a program
 * might have written it.
 */
/** Placeholder for a picture: a journey inserts one of its own. */
export const picturePlace = '◇';

const word = fc.stringMatching(/^[a-z甲乙丙0-9&]{1,6}$/).map((text) => text.replaceAll('&', '&amp;'));
const wrap = (tags: readonly string[], inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...tags), inner).map(([tag, html]) => `<${tag}>${html}</${tag}>`);
const several = (one: fc.Arbitrary<string>, max = 3): fc.Arbitrary<string> =>
  fc.array(one, { minLength: 1, maxLength: max }).map((all) => all.join(''));

const marks = ['strong', 'b', 'em', 'i', 'u', 's', 'code'];
const link = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('https://example.com/a?b=1&amp;c=2', 'mailto:a@example.com', 'tel:10086'), inner)
    .map(([href, html]) => `<a href="${href}">${html}</a>`);

const { line } = fc.letrec<{ line: string; piece: string }>((tie) => ({
  piece: fc.oneof({ depthSize: 'small' }, word, fc.constant('甲<br>乙'), fc.constant(picturePlace), wrap(marks, tie('piece')), link(word)),
  line: several(tie('piece')),
}));

const { block } = fc.letrec<{ block: string; list: string; item: string; cell: string; table: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    wrap(['p', 'p', 'h1', 'h2', 'h3', 'h4'], line),
    fc.constant('<hr>'),
    wrap(['pre'], fc.oneof(word, fc.constant('a\n  b'), wrap(['code', 'b'], word))),
    wrap(['blockquote'], several(tie('block'), 2)),
    tie('list'),
    tie('table'),
  ),
  list: fc.oneof(
    wrap(['ul', 'ol'], several(tie('item'))),
    fc.tuple(fc.integer({ min: 2, max: 9 }), several(tie('item'))).map(([start, items]) => `<ol start="${start}">${items}</ol>`),
  ),
  item: wrap(['li'], fc.oneof(line, several(tie('block'), 2))),
  cell: wrap(['td', 'td', 'th'], fc.oneof(line, fc.constant(''), several(tie('block'), 2))),
  table: fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean(), fc.infiniteStream(tie('cell')))
    .map(([columns, head, second, cells]) => {
      const next = (): string => cells.next().value;
      const row = (): string => `<tr>${Array.from({ length: columns }, next).join('')}</tr>`;
      const wide = `<tr><td colspan="${columns}">${next().replaceAll(/^<t[dh]>|<\/t[dh]>$/g, '')}</td></tr>`;
      const tall =
        columns < 2
          ? ''
          : `<tr><td rowspan="2">高</td>${`<td>上</td>`.repeat(columns - 1)}</tr><tr>${'<td>下</td>'.repeat(columns - 1)}</tr>`;
      return `<table>${head ? `<thead>${row()}</thead>` : ''}<tbody>${row()}${wide}${tall}</tbody>${second ? `<tbody>${row()}</tbody>` : ''}</table>`;
    }),
}));

/** Bodies of notices, the same ones each time. */
export const randomNotices = (count: number, seed: number): string[] => fc.sample(several(block, 6), { numRuns: count, seed });
