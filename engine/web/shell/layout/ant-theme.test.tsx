import { DeleteOutlined, LoadingOutlined } from '@ant-design/icons';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';

/** The icons' style sheet, inserted when the first icon is rendered: so late, it makes the browser restyle the whole page. */
const brought = () => document.querySelectorAll('style[rc-util-key="@ant-design-icons"]');

test('icons are styled by antd’s own style sheet, which is present with them', async () => {
  for (const sheet of brought()) sheet.remove();
  const { container } = await draw(
    <>
      <DeleteOutlined />
      <LoadingOutlined spin />
    </>,
  );
  const [still, turning] = container.querySelectorAll('.anticon');
  expect(still && getComputedStyle(still)).toMatchObject({ display: 'inline-flex', lineHeight: '0px', verticalAlign: '-1.75px' });
  // Animations end at once here, as with reduced motion.
  const { animationName } = getComputedStyle(turning ?? document.body);
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  expect(rules.filter((rule) => rule instanceof CSSKeyframesRule).map(({ name }) => name)).toContain(animationName);
  expect(brought()).toHaveLength(0);
});
