import { expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

it.each([
  ['Chrome 138.0.0.0', 'Windows 10', 'Chrome 138 于 Windows 10'],
  ['Microsoft Edge 120.0.2210.91', 'macOS 10.15.7', 'Microsoft Edge 120 于 macOS 10.15.7'],
  ['Safari 17.4', 'iOS 17.4', 'Safari 17 于 iOS 17.4'],
  ['Firefox', null, 'Firefox'],
  [null, 'Linux', 'Linux'],
  [null, null, '未知设备'],
])('browser %s and system %s are shown as %s', (browser, os, device) => {
  expect(deviceOf(browser, os)).toBe(device);
});
