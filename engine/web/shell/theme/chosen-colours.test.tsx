import { DatePicker, Progress, Radio, Segmented, Select, Slider, Switch, Tabs, Tree } from 'antd';
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { prefer } from '../../testing/prefer.ts';

const groundOf = (element: Element | null, pseudo?: string): string => getComputedStyle(element ?? document.body, pseudo).backgroundColor;

/** The computed value of a system colour. */
function system(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = `background: ${name}; forced-color-adjust: none`;
  const colour = groundOf(probe);
  probe.remove();
  return colour;
}

const both = ['是', '否'].map((value) => ({ value, label: value, key: value, title: value }));

test.for([
  ['.ant-segmented-item-selected', <Segmented key={0} options={['是', '否']} defaultValue="否" aria-label="怎样" />],
  ['.ant-radio-checked', <Radio.Group key={0} options={both} defaultValue="否" />],
  ['.ant-tabs-ink-bar', <Tabs key={0} items={both} defaultActiveKey="否" />],
  ['.ant-switch-checked', <Switch key={0} defaultChecked aria-label="提醒" />],
  ['.ant-slider-track', <Slider key={0} defaultValue={30} />],
  ['.ant-progress-track', <Progress key={0} percent={40} />],
  ['.ant-tree-node-selected', <Tree key={0} treeData={both} defaultSelectedKeys={['否']} />],
  ['.ant-select-item-option-selected', <Select key={0} open options={both} defaultValue="否" aria-label="类型" />],
  ['.ant-picker-cell-selected > *', <DatePicker key={0} open defaultValue={dayjs('2026-03-04')} />],
] as const)('%s is visible in forced colours', async ([chosen, drawn]) => {
  await prefer({ 'forced-colors': 'active' });
  await draw(drawn);
  await expect.poll(() => groundOf(document.querySelector(chosen))).toBe(system('Highlight'));
});

test('the dot of a radio and the knob of a switch stand out from the selection in forced colours', async () => {
  await prefer({ 'forced-colors': 'active' });
  await draw(
    <>
      <Radio checked>是</Radio>
      <Switch defaultChecked aria-label="提醒" />
    </>,
  );
  expect(groundOf(document.querySelector('.ant-radio-checked'), '::after')).toBe(system('HighlightText'));
  expect(groundOf(document.querySelector('.ant-switch-handle'), '::before')).toBe(system('HighlightText'));
});
