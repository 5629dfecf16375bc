import { Segmented, Select } from 'antd';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';

const boxes = (): DOMRect[] => [...document.querySelectorAll('.ant-segmented-item')].map((item) => item.getBoundingClientRect());

test.for(['small', 'medium', 'large'] as const)(
  'segmented choices are large enough for a finger on a phone, even at size %s',
  async (size) => {
    await onPhone();
    await draw(<Segmented size={size} options={['增加', '去掉', { value: '', label: '', icon: '·' }]} aria-label="怎样修改" />);
    expect(boxes()).toHaveLength(3);
    for (const { width, height } of boxes()) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(width).toBeGreaterThanOrEqual(44);
    }
  },
);

test('the clear button of a select is large enough for a finger on a phone', async () => {
  await onPhone();
  await draw(<Select allowClear value="通知" options={[{ value: '通知' }]} aria-label="类型" style={{ width: 240 }} />);
  const cross = document.querySelector('.ant-select-clear')?.getBoundingClientRect();
  expect(cross?.width).toBeGreaterThanOrEqual(44);
  expect(cross?.height).toBeGreaterThanOrEqual(44);
});
