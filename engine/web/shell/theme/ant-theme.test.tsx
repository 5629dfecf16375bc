import { DeleteOutlined, LoadingOutlined } from '@ant-design/icons';
import { Modal, Select } from 'antd';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { appearance } from '../../platform/appearance/appearance.ts';

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

test.for([
  ['.ant-select-dropdown', <Select key={0} open options={[{ value: '是' }]} aria-label="类型" />],
  ['.ant-modal-container', <Modal key={0} open title="确定？" />],
] as const)('%s has an edge in dark mode, where its shadow is hardly visible', async ([floating, drawn]) => {
  const before = appearance.get();
  onTestFinished(() => appearance.change(before));
  appearance.change({ scheme: 'dark' });
  await draw(drawn);
  const shadow = () => getComputedStyle(document.querySelector(floating) ?? document.body).boxShadow;
  await expect.poll(shadow).toContain('rgb(46, 48, 53) 0px 0px 0px 1px');
});
